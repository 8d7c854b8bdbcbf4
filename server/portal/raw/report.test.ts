import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../client/http.ts";
import { reportOf } from "./report.ts";

const SECRET = "dDwtMTM3NjQwMzM7Oz4=";
const STATE = `<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="${SECRET}">`;

function report(body: string, type: string | null, more: { url?: string; cut?: boolean } = {}) {
  const answer: Exchange = {
    url: new URL(more.url ?? "https://portal.test/Page.aspx"),
    status: 200,
    headers: new Headers(type === null ? {} : { "content-type": type }),
    body: Buffer.from(body),
    truncated: more.cut ?? false,
    toLogin: false,
  };
  return reportOf("/Page.aspx", answer, 0, [
    SECRET.slice(0, 3),
    "s3ssion-of-a-member",
    "a/b+c d==",
  ]);
}

/** Where hidden form state may stand in an answer, whatever the answer is called. */
const PLACES: [name: string, body: string, type: string | null][] = [
  ["a page", STATE, "text/html"],
  ["a page whose type is not said", `<html>${STATE}</html>`, null],
  ["a page that is said to be text", `<html>${STATE}</html>`, "text/plain"],
  ["an answer in XML", `<string>${STATE.replaceAll("<", "&lt;")}</string>`, "text/xml"],
  ["an answer in XML with codes", STATE.replaceAll('"', "&quot;").replace("<", "&lt;"), "text/xml"],
  ["a text in JSON", JSON.stringify({ d: [{ page: STATE }] }), "application/json"],
  ["JSON inside JSON", JSON.stringify({ d: JSON.stringify({ page: STATE }) }), "application/json"],
  ["broken JSON", JSON.stringify({ page: STATE }).slice(0, -1), "application/json"],
  ["text before a script", `<noscript>${STATE}</noscript>`, "text/html"],
  ["text as it is written", `<pre>${STATE}</pre>`, "text/html"],
  ["a comment", `<!-- ${STATE} --><!-- ${STATE}`, "text/html"],
  ["a script", `<script>page = '${STATE}'</script>`, "text/html"],
  ["slashes between", `<input/type="hidden"/value="${SECRET}"/>`, "text/html"],
  ["capitals and no quotes", `<INPUT VALUE=${SECRET} TYPE=HIDDEN>`, "text/html"],
  ["a quote that never ends", `<input type=hidden value="${SECRET}`, "text/html"],
  ["a value there twice", `<input type=hidden value=a value=${SECRET}>`, "text/html"],
  ["a > in a name", `<input type='hidden' name='a>b' value='${SECRET}'>`, "text/html"],
  ["a part of a page", `1|#||4|20|hiddenField|__VIEWSTATE|${SECRET}|`, "text/plain"],
  ["a token of a page", `<meta name="csrf-token" content="${SECRET}">`, "text/html"],
];

for (const [name, body, type] of PLACES)
  test(`hidden form state is not passed on: ${name}`, () => {
    assert.ok(!JSON.stringify(report(body, type)).includes(SECRET));
  });

test("a session that is part of an address is not passed on", () => {
  for (const ticket of [
    "(S(abc123))",
    "(F(abc123))",
    "(A(abc123)S(abc123))",
    "%28S%28abc123%29%29",
  ]) {
    const url = `https://portal.test/${ticket}/Page.aspx`;
    const told = report(`<a href="/${ticket}/Other.aspx">other</a>`, "text/html", { url });
    assert.ok(!JSON.stringify(told).includes("abc123"), ticket);
    assert.match(told.final_path, /^\/\(omitted\)\/Page\.aspx$/);
  }
});

test("what only the session knows is left out wherever the portal repeats it", () => {
  const said = "cookie s3ssion-of-a-member, coded a%2Fb%2Bc%20d%3D%3D, plain a/b+c d==";
  for (const type of ["text/html", "text/plain", "application/json"]) {
    const body = type === "application/json" ? JSON.stringify({ d: said, [said]: 1 }) : said;
    assert.doesNotMatch(JSON.stringify(report(body, type)), /s3ssion-of|a\/b\+c|a%2Fb/, type);
  }
});

test("stacks are left out of JSON at any depth", () => {
  const body = JSON.stringify({ d: [{ Message: "no", StackTrace: "at Portal.Secret()" }] });
  const { json } = report(body, "application/json");
  assert.deepEqual(json, { d: [{ Message: "no" }] });
});

test("what is no secret stays as it is", () => {
  const page = `<p title="a > b">1 < 2 &amp; 3</p><input type="text" name="q" value="M31"><input name="x" value=5>`;
  assert.equal(report(page, "text/html").text, page);
  assert.equal(report("(see above), f(x)", "text/plain").text, "(see above), f(x)");
});

test("a page made to be slow to read is read at once", () => {
  for (const piece of ['<input "', "<input a=", "<input value='", "<!--", "/(S(", "__VIEWSTATE "]) {
    const started = performance.now();
    report(piece.repeat(1_000_000 / piece.length), "text/html");
    assert.ok(performance.now() - started < 3000, piece);
  }
});
