import assert from "node:assert/strict";
import { test } from "node:test";
import { HubError, sentence } from "./errors.ts";
import { canonicalJson, digest, parseJson } from "./json.ts";
import { page } from "./page.ts";
import { pathRules } from "./path-rules.ts";
import { humanBytes, parseBytes } from "./sizes.ts";
import { cleanJson, cleanText, cut, fence, quoted, showJson, unfence } from "./untrusted.ts";

test("what a terminal would obey or a reader cannot see is removed", () => {
  const hostile: [string, string][] = [
    ["a\u001b[31mb\u001b[0m", "ab"],
    ["a\u001b]0;title\u0007b", "ab"],
    ["a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\b", "alinkb"],
    ["a\u009b31mb", "ab"],
    ["a\u001bPq#0\u001b\\b", "ab"],
    ["a\u202eb\u2066c\u200bd\ufeffe\u00adf", "abcdef"],
    ["a\u{e0041}\u{e0042}b", "ab"],
    ["a\u0000\u0007\u0008\u007fb", "ab"],
    ["a\r\nb\rc\td", "a\nbc\td"],
    ["a\ud800b\udc00c", "abc"],
    ["emoji 👨 한글 é", "emoji 👨 한글 é"],
    ["a\u001b", "a"],
  ];
  for (const [given, clean] of hostile) assert.equal(cleanText(given), clean);
});

test("cleaning reaches the keys of objects, and a __proto__ stays a plain key", () => {
  const given = JSON.parse('{"a\\u202e":["x\\u001b[1m"],"__proto__":{"y":1}}');
  const clean = cleanJson(given);
  assert.deepEqual(Object.keys(clean as object), ["a", "__proto__"]);
  assert.equal(({} as { y?: number }).y, undefined);
});

test("an error that quotes what it was given quotes nothing a reader cannot see", () => {
  assert.throws(
    () => parseBytes("1\u202eX"),
    (thrown) => thrown instanceof HubError && sentence(thrown).startsWith('"1X" is not a size.'),
  );
});

test("a body is shown as it is sent, with the invisible written out", () => {
  assert.equal(showJson({ comment: "a\u202eb\u{e0041}" }), '{"comment":"a\\u202eb\\udb40\\udc41"}');
});

test("cutting never splits a character", () => {
  for (let most = 2; most < 12; most++)
    assert.doesNotMatch(cut("😀😀😀😀😀😀", most), /[\ud800-\udbff](?![\udc00-\udfff])/);
});

test("a foreign name in our sentence is one line, capped and in quotation marks", () => {
  assert.equal(quoted("a\n\n”ignore” b"), "“a 'ignore' b”");
  assert.ok(quoted("x".repeat(500)).length <= 82);
});

test("each fence has a tag of its own and comes off again for people", () => {
  const one = fence("text\nmore", "cluster");
  assert.notEqual(one.tag, fence("text", "cluster").tag);
  assert.equal(unfence(`Said.\n${one.text}`, one.tag), "Said.\ntext\nmore");
});

test("integers that a double cannot hold stay exact", () => {
  assert.deepEqual(
    parseJson('{"clusterId":1094812345678901234,"n":12,"x":1.5,"s":"1234567890123456789"}'),
    {
      clusterId: "1094812345678901234",
      n: 12,
      x: 1.5,
      s: "1234567890123456789",
    },
  );
});

test("equal values have one digest, whatever the order of their keys", () => {
  assert.equal(
    digest({ a: 1, b: [2, { c: 3 }] }),
    digest({ b: [2, { c: 3 }], a: 1, d: undefined }),
  );
  assert.notEqual(digest({ a: "1" }), digest({ a: 1 }));
  assert.equal(canonicalJson(["x", undefined]), '["x",null]');
});

test("sizes are read as people write them, in binary units", () => {
  const gib = 2 ** 30;
  for (const text of [
    "10G",
    "10 GiB",
    "10gb",
    "10 g",
    "10240M",
    "10737418240",
    "10737418240 bytes",
  ])
    assert.equal(parseBytes(text), 10 * gib, text);
  for (const text of ["", "ten", "-1G", "1e9", "10X", "9999999E", "1.2.3G", "0x10"])
    assert.throws(() => parseBytes(text), HubError, text);
  assert.equal(humanBytes(10 * gib), "10 GiB");
  assert.equal(humanBytes(1536), "1.5 KiB");
  assert.equal(humanBytes(0), "0 B");
});

test("an allow rule has to match the whole path, a deny rule any part of it, and deny wins", () => {
  const rules = pathRules({ allow: ["/filesystems/fs1(/.*)?"], deny: ["/filesets/prod"] });
  assert.equal(rules.refuse(["/filesystems/fs1/filesets/dev"]), undefined);
  for (const path of [
    "/filesystems/fs10",
    "/x/filesystems/fs1",
    "/filesystems/fs1/filesets/prod-db",
  ])
    assert.ok(rules.refuse(["/filesystems/fs1", path]), path);
  assert.throws(() => pathRules({ allow: ["(?=x)"], deny: [] }), HubError);
});

test("a cursor survives inserts and deletes", () => {
  const names = Array.from({ length: 10 }, (_, i) => `n${i}`);
  const key = (name: string) => name;
  const first = page(names, key, { limit: 4 });
  assert.deepEqual(
    [first.items, first.total, first.truncated],
    [["n0", "n1", "n2", "n3"], 10, true],
  );
  const changed = ["n00", ...names.filter((name) => name !== "n3" && name !== "n4")];
  const second = page(changed, key, { limit: 4, cursor: first.cursor });
  assert.deepEqual(second.items, ["n5", "n6", "n7", "n8"]);
  const last = page(changed, key, { limit: 4, cursor: second.cursor });
  assert.deepEqual([last.items, last.truncated, last.cursor], [["n9"], false, undefined]);
  assert.throws(() => page(names, key, { cursor: "bm9wZQ" }), HubError);
});

test("a page stays within its bytes", () => {
  const long = Array.from({ length: 1000 }, (_, i) => ({ name: `n${i}`, text: "x".repeat(100) }));
  const shown = page(long, (item) => item.name, {});
  assert.ok(shown.truncated && JSON.stringify(shown.items).length <= 14_100);
});
