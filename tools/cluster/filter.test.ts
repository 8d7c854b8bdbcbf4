import assert from "node:assert/strict";
import { test } from "node:test";
import { contains, equals, localFilter, parseFilter, writeFilter } from "./filter.ts";
import { fulfils, parseFilter as parseAsCluster } from "./simulator/filter.ts";

const NAMES = [
  "projects",
  "my.projects",
  "a,b=c",
  "it's",
  "'''",
  "a'''b",
  '"quoted"',
  "(x|y)",
  "50%",
  "back\\slash",
  ".*",
  "trailing ",
];

test("any text is found by the filter built for it, and nothing else is", () => {
  for (const wanted of NAMES) {
    const conditions = [contains("filesetName", wanted)];
    const exact = [equals("config.comment", wanted)];
    const asCluster = parseAsCluster(writeFilter(conditions));
    const exactly = parseAsCluster(writeFilter(exact));
    for (const name of NAMES) {
      const item = { filesetName: `<${name}>`, config: { comment: name } };
      assert.equal(fulfils(item, asCluster), name.includes(wanted), `${wanted} in ${name}`);
      assert.equal(localFilter(conditions)(item), name.includes(wanted));
      assert.equal(fulfils(item, exactly), name === wanted, `${wanted} = ${name}`);
    }
  }
});

test("a person's filter survives being read and written", () => {
  for (const text of [
    "filesetName=projects",
    "config.inodeSpace=2",
    "config.isInodeSpaceOwner=true,config.comment='''Created by .*, today'''",
    "blockUsage>1024,quotaType=USR",
    "severity!=INFO,component=FILESYSTEM",
  ])
    assert.equal(writeFilter(parseFilter(text)), text);
});

test("numbers, booleans and regular expressions compare as the cluster compares them", () => {
  const item = { a: 5, b: true, c: "Linked", d: { e: "deep" } };
  const holds = (text: string) => localFilter(parseFilter(text))(item);
  for (const text of [
    "a=5",
    "a<6",
    "a>4",
    "a!=6",
    "b=true",
    "c='''L.*d'''",
    "d.e=deep",
    "a=5,b=true",
  ])
    assert.equal(holds(text), true, text);
  for (const text of ["a<5", "b=false", "c='''ink'''", "c!=Linked", "d.f=x", "a=5,b=false"])
    assert.equal(holds(text), false, text);
});

test("what the language does not have is refused, not guessed", () => {
  for (const text of ["", "name", "a>=5", "=x", "a=1,", "a='''unfinished", "(a=1)"])
    assert.throws(() => parseFilter(text), { problem: "bad-input" }, text);
  assert.throws(() => localFilter(parseFilter("a='''(['''")), { problem: "bad-input" });
});
