"use strict";
// Preloaded into a start of the built program: when it ends, the code compiled by then is written down.
const { writeFileSync } = require("node:fs");
const { crc32 } = require("node:zlib");

const scripts = new Map();
globalThis[Symbol.for("outpost.compiled")] = (id, script, sum) => scripts.set(id, { script, sum });
process.once("exit", () => {
  let end = 0;
  const index = [];
  const codes = [];
  for (const [id, { script, sum }] of scripts) {
    const code = script.createCachedData();
    index.push([id, end, end + code.length, crc32(code), sum]);
    end += code.length;
    codes.push(code);
  }
  const head = Buffer.from(JSON.stringify(index), "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  writeFileSync(process.env.KEEP_COMPILED_IN, Buffer.concat([length, head, ...codes]));
});
