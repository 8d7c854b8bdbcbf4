import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BindParams, Database, SqlJsStatic, Statement } from "sql.js";
import type { Stamp } from "./replace-file.ts";

/** One recording as the index keeps it. */
type Row = Stamp & {
  id: string;
  /** Of its folder. */
  name: string;
  shard: string;
  /** What lists are ordered by, newest first: milliseconds of the epoch. */
  at: number;
  state: string;
  /** The record, as JSON. */
  json: string;
  /** What a search finds it by; "" for nothing. */
  text: string;
};

/** A place between two entries of a list; it stays good whatever is added or removed. */
export type Place = { at: number; id: string };

export type ListQuery = {
  /** How many at most. */
  limit: number;
  /** Only what comes after this place. */
  after?: Place | undefined;
  state?: string | undefined;
  /** Only recordings whose text holds a word that begins with each of these words. */
  words?: string | undefined;
};

/** A table of all recordings in memory. It can be made anew from the files at any time. */
export type RecordingIndex = {
  put: (row: Row) => void;
  drop: (name: string) => void;
  /** By the names of the folders. */
  stamps: (shard: string) => Map<string, Stamp>;
  /** The record's JSON, by the name of its folder. */
  get: (name: string) => string | undefined;
  list: (query: ListQuery) => { jsons: string[]; next: Place | undefined };
  count: () => number;
  /** Runs many changes as one; sixty times faster than each alone. */
  together: (work: () => void) => void;
  export: () => Uint8Array;
  close: () => void;
};

const SCHEMA = `
  create table if not exists recordings (
    rowid integer primary key, name text not null unique, id text not null, shard text not null, at integer not null,
    state text not null, json text not null, mtime real not null, size integer not null);
  create index if not exists by_time on recordings (at desc, id desc);
  create index if not exists by_state on recordings (state, at desc, id desc);
  create index if not exists by_shard on recordings (shard);
  create virtual table if not exists texts using fts4 (text, tokenize=unicode61);`;

let engine: Promise<SqlJsStatic> | undefined;

async function loadEngine(): Promise<SqlJsStatic> {
  const wasm = createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");
  const [{ default: init }, bytes] = await Promise.all([import("sql.js"), readFile(wasm)]);
  const wasmBinary = new Uint8Array(bytes).buffer;
  return init({ wasmBinary });
}

/** Opens an index from what `export` gave, or an empty one. Throws where the bytes are no such index. */
export async function openIndex(bytes?: Uint8Array): Promise<RecordingIndex> {
  engine ??= loadEngine();
  const { Database } = await engine;
  const db = new Database(bytes);
  db.run(SCHEMA);
  return indexOver(db);
}

function indexOver(db: Database): RecordingIndex {
  const prepared = new Map<string, Statement>();
  const rows = (sql: string, params: BindParams) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      prepared.set(sql, statement);
    }
    statement.bind(params);
    const found = [];
    while (statement.step()) found.push(statement.get());
    statement.reset();
    return found;
  };
  const drop = (name: string) => {
    rows("delete from texts where docid in (select rowid from recordings where name = ?)", [name]);
    rows("delete from recordings where name = ?", [name]);
  };
  return {
    drop,
    put({ name, id, shard, at, state, json, mtimeMs, size, text }) {
      drop(name);
      rows(
        "insert into recordings (name, id, shard, at, state, json, mtime, size) values (?, ?, ?, ?, ?, ?, ?, ?)",
        [name, id, shard, at, state, json, mtimeMs, size],
      );
      if (text !== "")
        rows("insert into texts (docid, text) values (last_insert_rowid(), ?)", [text]);
    },
    stamps(shard) {
      const found = rows("select name, mtime, size from recordings where shard = ?", [shard]);
      return new Map(
        found.map(([name, mtime, size]) => [
          String(name),
          { mtimeMs: Number(mtime), size: Number(size) },
        ]),
      );
    },
    get(name) {
      const [found] = rows("select json from recordings where name = ?", [name]);
      return found && String(found[0]);
    },
    list: (query) => list(rows, query),
    count: () => Number(rows("select count(*) from recordings", [])[0]?.[0]),
    together(work) {
      db.run("begin");
      try {
        work();
        db.run("commit");
      } catch (error) {
        db.run("rollback");
        throw error;
      }
    },
    export: () => db.export(),
    close: () => db.close(),
  };
}

type Rows = (sql: string, params: BindParams) => unknown[][];

function list(rows: Rows, { limit, after, state, words }: ListQuery) {
  const wheres: string[] = [];
  const params: (string | number)[] = [];
  if (state !== undefined) {
    wheres.push("state = ?");
    params.push(state);
  }
  if (after) {
    wheres.push("(at, id) < (?, ?)");
    params.push(after.at, after.id);
  }
  if (words !== undefined) {
    const match = matchOf(words);
    if (match === "") return { jsons: [], next: undefined };
    wheres.push("rowid in (select docid from texts where text match ?)");
    params.push(match);
  }
  const where = wheres.length > 0 ? `where ${wheres.join(" and ")}` : "";
  const found = rows(
    `select json, at, id from recordings ${where} order by at desc, id desc limit ?`,
    [...params, limit + 1],
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const more = found.length > limit && last !== undefined;
  return {
    jsons: page.map(([json]) => String(json)),
    next: more ? { at: Number(last[1]), id: String(last[2]) } : undefined,
  };
}

/** The words as a query that has no operators: whatever a person writes is a list of beginnings of words. */
function matchOf(words: string): string {
  const found = words.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return found
    .slice(0, 32)
    .map((word) => `"${word}*"`)
    .join(" ");
}
