#!/usr/bin/env node
"use strict";
// Starts the built program, whose parts stand beside this file. Node 22 and later keep compiled code between starts by
// themselves; for Node 20 the build keeps it, in one file made by the very Node that it is good for. V8 refuses code of
// another version, but trusts its bytes and the length of the text: so both are summed up here, and where a sum is not
// the build's, the part is compiled from its text.
const { readFileSync } = require("node:fs");
const module_ = require("node:module");
const path = require("node:path");
const vm = require("node:vm");
const { crc32 } = require("node:zlib");

/** Set by the build while it watches a start: called with each part and its script. */
const watch = globalThis[Symbol.for("outpost.compiled")];
// What is not needed would have to be read all the same: so there is a file for each kind of start.
const kind = ["device", "server"].find((name) => name === process.argv[2]) ?? "mcp";
const kept = readKept(
  path.join(__dirname, `compiled-${kind}-${process.version}-${process.arch}.bin`),
);

if (kept.size === 0 && !watch) {
  module_.enableCompileCache?.();
  require("./main.js");
} else {
  const loaded = new Map();
  const load = (id) => {
    if (!id.startsWith("./")) return require(id);
    const known = loaded.get(id);
    if (known) return known.exports;
    const part = { exports: {} };
    loaded.set(id, part);
    const filename = path.join(__dirname, id);
    const bytes = readFileSync(filename);
    const sum = crc32(bytes);
    // The parts are ASCII: read as one byte each, they take half the memory.
    const text = `(function (exports, require, module, __filename, __dirname) {${bytes.latin1Slice()}\n})`;
    const script = new vm.Script(text, { filename, cachedData: kept.get(id)?.(sum) });
    watch?.(id, script, sum);
    script.runInThisContext()(part.exports, load, part, filename, __dirname);
    return part.exports;
  };
  load.resolve = require.resolve;
  load("./main.js");
}

/**
 * The compiled parts by name, each given out for the sum of the text it was made of: four bytes of length, an index as
 * JSON, and the parts one after the other. Empty where there is none, or none that can be read.
 */
function readKept(file) {
  try {
    const bytes = readFileSync(file);
    const start = 4 + bytes.readUInt32LE(0);
    const index = JSON.parse(bytes.toString("latin1", 4, start));
    return new Map(
      index.map(([id, from, to, codeSum, textSum]) => [
        id,
        (sum) => {
          const code = bytes.subarray(start + from, start + to);
          return sum === textSum && crc32(code) === codeSum ? code : undefined;
        },
      ]),
    );
  } catch {
    return new Map();
  }
}
