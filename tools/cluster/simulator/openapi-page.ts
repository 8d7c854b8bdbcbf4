import { createHash } from "node:crypto";

// The page shows what it fetches as text nodes only, so nothing in a specification or an answer can become markup.
const SCRIPT = `
const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};
// Indents JSON text without reading it, because reading would round large integers.
const indent = (text) => {
  let depth = 0, quoted = false, shown = "";
  const line = () => "\\n" + "  ".repeat(depth);
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (quoted) {
      shown += c;
      if (c === "\\\\") shown += text[++at] ?? "";
      else if (c === '"') quoted = false;
    } else if (c === '"') { quoted = true; shown += c; }
    else if ("{[".includes(c)) {
      if ("}]".includes(text[at + 1])) shown += c + text[++at];
      else { depth++; shown += c + line(); }
    } else if ("}]".includes(c)) { depth--; shown += line() + c; }
    else shown += c === "," ? c + line() : c === ":" ? ": " : c;
  }
  return shown;
};
// Credentials in the page's own address must not come along: fetch refuses such an address.
const here = (path) => new URL(path, location.origin + location.pathname);
const form = (path, operation, base) => {
  const answer = make("pre", { hidden: true });
  const fields = operation.parameters.map((one) => {
    const input = make("input", { name: one.name, required: one.required, placeholder: one.description ?? "" });
    input.dataset.in = one.in;
    return make("label", {}, one.name + " ", input);
  });
  const node = make("form", {}, ...fields, make("button", {}, "Send"), answer);
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    let target = path;
    const query = new URLSearchParams();
    for (const input of node.querySelectorAll("input")) {
      if (input.dataset.in === "path") target = target.replace("{" + input.name + "}", encodeURIComponent(input.value));
      else if (input.value) query.set(input.name, input.value);
    }
    const url = base + target + (query.size ? "?" + query : "");
    answer.hidden = false;
    answer.textContent = "GET " + url + " …";
    try {
      const response = await fetch(here(url));
      answer.textContent = "GET " + url + "\\n" + response.status + "\\n" + indent(await response.text());
    } catch (problem) {
      answer.textContent = "GET " + url + "\\n" + problem;
    }
  });
  return node;
};
const show = (spec) => {
  document.querySelector("h1").textContent = spec.info.title;
  const groups = new Map();
  for (const [path, operations] of Object.entries(spec.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const base = (operation.servers ?? spec.servers)[0].url;
      const body = operation.requestBody?.content["application/json"].example;
      const detail = make("details", {},
        make("summary", {}, make("b", { className: method }, method.toUpperCase()), " ", make("code", {}, base + path), " ", operation.summary),
        method === "get" ? form(path, operation, base) : make("p", {}, "Changes the cluster; not sent from this page."),
        ...(body ? [make("pre", {}, JSON.stringify(body, null, 2))] : []));
      const tag = operation.tags[0];
      if (!groups.has(tag)) groups.set(tag, make("section", {}, make("h2", {}, tag)));
      groups.get(tag).append(detail);
    }
  document.querySelector("main").append(...groups.values());
};
fetch(here("../openapi.json")).then((response) => response.json()).then(show)
  .catch((problem) => { document.querySelector("main").textContent = String(problem); });
`;

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
.note { background: #fff3cd; padding: .5rem 1rem; border-radius: 4px; }
h2 { font-size: 1rem; margin: 1.5rem 0 .3rem; text-transform: uppercase; letter-spacing: .05em; }
details { border-top: 1px solid #ddd; padding: .3rem 0; }
summary { cursor: pointer; }
b { display: inline-block; min-width: 4.2rem; } .get { color: #0a6; } .post, .put { color: #a60; } .delete { color: #c22; }
label { display: block; margin: .3rem 0; } input { width: 24rem; max-width: 100%; }
pre { background: #f6f6f6; padding: .6rem; overflow: auto; max-height: 24rem; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818; } .note { background: #443a10; } pre { background: #262626; } details { border-color: #333; }
}
`;

/** The interactive page: self-contained, and it asks nothing of any other host. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cluster API (simulator)</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Cluster API</h1>
<p class="note">This is a simulator: no storage stands behind it, and what you see is made up.</p>
<main></main>
<script>${SCRIPT}</script>
</body>
</html>
`;

function sourceHash(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}

/** Lets this script and this style run and nothing else, and lets the page talk to its own host only. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${sourceHash(SCRIPT)}`,
  `style-src ${sourceHash(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
