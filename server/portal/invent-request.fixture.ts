import type { ValidateFunction } from "ajv";
import type { Asked } from "./fuzz-send.fixture.ts";
import { generatedPath, type Random } from "./raw/generated-paths.fixture.ts";
import { SPENDING_ROUTES } from "./simulator/spending-routes.ts";

type Schema = {
  type?: string;
  enum?: string[];
  const?: string;
  minimum?: number;
  maximum?: number;
};
type Parameter = { name: string; in: string; required: boolean; schema: Schema };

/** What the OpenAPI says of a route, with its schemas compiled. */
export type Operation = {
  path: string;
  parameters: Parameter[];
  success: ValidateFunction;
  error: ValidateFunction;
};

export type Invented = Asked & { operation: Operation };

const SPENDING = SPENDING_ROUTES.map(({ path }) => path);
/** Values that fit, by the name of the parameter; numbers and words of a list come from the schema. */
const FITTING: Record<string, string[]> = {
  site: ["SSO", "udro", "Dsc", "SRO", "AC", "EYE", "spa", "EEYE"],
  tid: ["T1", "t05", "12", "T11", "007"],
  target: ["M31", "m 42", "NGC 7000", "helix", "47 tuc"],
  date: ["2026-05-01", "2026-12-21", "2028-02-29", "1999-06-21"],
  q: ["refractor", "Ha", "big wombat", ""],
  path: ["/Launchpad.aspx", "/Settings", "/picture.png", "/Services/Portal.asmx/GetAccount", "/"],
};
/** Words that break what reads them carelessly. */
export const ODD_WORDS = [
  "",
  " ",
  "SSO\u0000",
  "x".repeat(3000),
  ..."0|-1|1e9|NaN|Infinity|1.5|0x10|9007199254740993|true|null|[]|{}|..|../..|%2e%2e|%|%ff".split(
    "|",
  ),
  ..."a,b|a&b=c|T0|T1000|T5/x|__proto__|constructor|toString|\u202e|ＳＳＯ|😀|é|<script>|'\"".split(
    "|",
  ),
  ..."2026-02-30|2026-13-01|0000-01-01|tomorrow|$(x)|//evil.test|\\\\evil".split("|"),
];
export const ODD_HEADERS: Record<string, string[]> = {
  host: [
    "127.0.0.1",
    "localhost",
    "evil.test",
    "127.0.0.1:1",
    "[::1]",
    "",
    "a b",
    "localhost.",
    "@",
  ],
  origin: ["null", "https://evil.test", "http://127.0.0.1", "nonsense"],
  "sec-fetch-site": ["none", "same-origin", "cross-site", "same-site", "x"],
  accept: ["*/*", "text/html", "application/xml", ";q=0"],
  authorization: ["Basic !", "Bearer x", "Digest"],
  range: ["bytes=0-1", "bytes=-1", "lines=1"],
  "if-none-match": ["*", '"x"'],
  "content-length": ["0"],
  "accept-encoding": ["gzip", "br;q=1.0, *;q=0"],
  cookie: [".ASPXAUTH=1; a", "\u00e9=1"],
  "x-forwarded-host": ["evil.test"],
  "x-http-method-override": ["DELETE"],
};
export const ODD_METHODS = [
  "POST",
  "PUT",
  "DELETE",
  "PATCH",
  "OPTIONS",
  "PROPFIND",
  "TRACE",
  "SEARCH",
  "LOCK",
];

/** One request to one of the routes: mostly a GET that fits, and everything that nearly does. */
export function inventRequest(operations: Operation[], random: Random): Invented {
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new Error("the list is empty");
    return found;
  };
  const operation = pick(operations);
  const value = (parameter: Parameter) =>
    random() < 0.7 ? fitting(parameter, random) : random() < 0.5 ? pick(ODD_WORDS) : pick(SPENDING);
  let path = operation.path;
  const query: string[] = [];
  for (const parameter of operation.parameters) {
    const word = encodeURIComponent(value(parameter));
    // An empty part would be the address of another route.
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, word || "-");
    else if (random() < (parameter.required ? 0.95 : 0.4)) query.push(`${parameter.name}=${word}`);
  }
  if (random() < 0.05) query.push(...query);
  if (random() < 0.05)
    query.push(`${encodeURIComponent(pick(ODD_WORDS))}=${encodeURIComponent(pick(ODD_WORDS))}`);
  if (random() < 0.05)
    path = pick([`${path}/`, `/${path}`, path.toUpperCase(), `${path}/x`, "/api"]);
  const headers: Record<string, string> = {};
  if (random() < 0.2) {
    const name = pick(Object.keys(ODD_HEADERS));
    headers[name] = pick(ODD_HEADERS[name] ?? [""]);
  }
  const method = random() < 0.9 ? "GET" : random() < 0.5 ? "HEAD" : pick(ODD_METHODS);
  const address = query.length > 0 ? `${path}?${query.join("&")}` : path;
  return { operation, method, path: address, headers };
}

function fitting({ name, schema }: Parameter, random: Random): string {
  const from = schema.enum ?? (schema.const === undefined ? FITTING[name] : [schema.const]);
  if (name === "path" && random() < 0.7) return generatedPath(SPENDING, random);
  if (from) return from[Math.floor(random() * from.length)] ?? "";
  const { minimum = 0, maximum = 100 } = schema;
  const number = minimum + random() * (maximum - minimum);
  return name === "limit" ? String(Math.round(number)) : number.toFixed(4);
}

const ODD = [
  "GET http://evil.test/api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "GET //evil.test/api/raw?path=/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "GET * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n",
  "GET /api/health HTTP/1.1\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.test\r\n\r\n",
  "GET /api/health HTTP/1.0\r\n\r\n",
  "get /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "GET /api/%zz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "GET /api/health\u00e9 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nHost: [::1\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:99999\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  "POST /api/raw HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
  `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0016\u0003\u0001",
  "\r\n\r\n",
];

/** The bytes of a request that no client of ours would send. */
export function oddText(random: Random): string {
  return ODD[Math.floor(random() * ODD.length)] ?? "";
}
