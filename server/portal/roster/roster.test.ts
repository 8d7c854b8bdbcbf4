import assert from "node:assert/strict";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startPortal } from "../portal.fixture.ts";
import { parseRoster } from "./parse-roster.ts";

/** A wrapper with this text as its roster file; `write` replaces it and moves its time on. */
function startWith(t: TestContext, text?: string) {
  const folder = mkdtempSync(join(tmpdir(), "outpost-roster-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const rosterFile = join(folder, "roster.csv");
  let time = 1_700_000_000;
  const write = (written: string) => {
    writeFileSync(rosterFile, written);
    time += 10;
    utimesSync(rosterFile, time, time);
  };
  if (text !== undefined) write(text);
  return { ...startPortal({}, { rosterFile }), write, rosterFile };
}

const tids = (body: { telescopes: { tid: string }[] }) => body.telescopes.map(({ tid }) => tid);

test("T1 columns are found in any case and under their other names", () => {
  for (const header of [
    "TID,Name,SITE,Aperture_MM",
    "telescope,name,observatory,aperture",
    "Scope,name,Location,Aperature (mm)",
    " id , name , site , Aperture (mm) ",
  ]) {
    const [telescope] = parseRoster(`${header}\nt05,Condor,dsc,500`).telescopes;
    assert.deepEqual(
      [telescope?.tid, telescope?.site, telescope?.aperture_mm],
      ["T5", "DSC", 500],
      header,
    );
  }
});

test("T2 columns nobody knows are kept as extra, and empty ones are null", () => {
  const [telescope] = parseRoster(
    "tid,name,site,Mount Type,camera,pixel_um,filters,active,free_tier\nT5,Condor,SPA,fork,,,L; R;Ha,yes,0",
  ).telescopes;
  assert.deepEqual(telescope?.extra, { mount_type: "fork" });
  assert.deepEqual([telescope?.camera, telescope?.pixel_um, telescope?.site], [null, null, "AC"]);
  assert.deepEqual([telescope?.active, telescope?.free_tier], [true, false]);
  assert.deepEqual(telescope?.filters, ["L", "R", "Ha"]);
});

test("T3 a byte order mark, CRLF, and commas and line breaks in quotes are read", () => {
  const { telescopes, skipped } = parseRoster(
    '\ufefftid,name,site,notes\r\nT5,"Condor, the large",DSC,"two\r\nlines"\r\nT6,Vizcacha,DSC,\r\n',
  );
  assert.deepEqual(
    telescopes.map(({ name, notes }) => [name, notes]),
    [
      ["Condor, the large", "two\r\nlines"],
      ["Vizcacha", null],
    ],
  );
  assert.deepEqual(skipped, []);
});

test("T4 semicolons and tabs separate as well, also below empty lines", () => {
  for (const delimiter of [",", ";", "\t"]) {
    const row = (...cells: string[]) => cells.join(delimiter);
    const text = `\n\n${row("tid", "name, long", "name", "site")}\n${row("T5", "a", "Condor", "DSC")}\n`;
    const { telescopes } = parseRoster(delimiter === "," ? text.replace(", long", "") : text);
    assert.deepEqual([telescopes.length, telescopes[0]?.site], [1, "DSC"]);
  }
});

test("T5 blank rows and rows of dashes are no telescopes and no faults", () => {
  const { telescopes, skipped } = parseRoster(
    "tid,name,site\n\n,,\n---,---,---\nT5,Condor,DSC\n  \n===,,\n",
  );
  assert.deepEqual([telescopes.length, skipped], [1, []]);
});

test("T6 of two rows for one telescope the first counts, and the second is reported", () => {
  const { telescopes, skipped } = parseRoster("tid,name,site\nT5,First,DSC\nt05,Second,SSO\n");
  assert.deepEqual([telescopes.length, telescopes[0]?.name], [1, "First"]);
  assert.deepEqual(skipped, [{ line: 3, reason: "T5 is there twice" }]);
});

test("T7 a bad row is reported with its line and its reason, and the others are served", async (t) => {
  const { get } = startWith(
    t,
    'tid,name,site,notes\nT5,Condor,DSC,"one\ntwo"\nX5,Nothing,DSC,\nT6,Nowhere,MOON,\nT7,,DSC,\nT8,Short\nT9,"Open,DSC,\n',
  );
  const { status, body } = await get("/api/telescopes");
  assert.deepEqual([status, tids(body), body.roster.demo], [200, ["T5"], false]);
  assert.deepEqual(body.roster.skipped, [
    { line: 4, reason: '"X5" is no telescope' },
    { line: 5, reason: '"MOON" is no site' },
    { line: 6, reason: "T7 has no name" },
    { line: 7, reason: '"" is no site' },
    { line: 8, reason: "the row has an open quote" },
  ]);
  assert.equal((await get("/api/health")).body.roster.rows, 1);
});

test("T8 a changed file is read again, and a file mended after a fault too", async (t) => {
  const { get, write } = startWith(t, "tid,name,site\nT5,Condor,DSC\n");
  assert.deepEqual(tids((await get("/api/telescopes")).body), ["T5"]);
  write("tid,name,site\nT6,Condor,DSC\n");
  assert.deepEqual(tids((await get("/api/telescopes")).body), ["T6"]);
  write("nothing\n");
  assert.equal((await get("/api/telescopes")).status, 500);
  write("tid,name,site\nT7,Condor,DSC\n");
  assert.deepEqual(tids((await get("/api/telescopes")).body), ["T7"]);
});

test("T9 telescopes are sorted by their number", () => {
  const { telescopes } = parseRoster("tid,name,site\nT11,a,DSC\nT5,b,SSO\nT101,c,AC\nT20,d,EYE\n");
  assert.deepEqual(tids({ telescopes }), ["T5", "T11", "T20", "T101"]);
});

test("T10 a file that is missing or has no header is an error that says so, and health still answers", async (t) => {
  const { get, write } = startWith(t);
  const missing = await get("/api/telescopes");
  assert.deepEqual([missing.status, missing.body.code], [503, "roster_missing"]);
  for (const text of ["", "a,b\n1,2\n", "tid,name\nT5,Condor\n"]) {
    write(text);
    const { status, body } = await get("/api/telescopes");
    assert.deepEqual([status, body.code], [500, "roster_invalid"]);
  }
  const { status, body } = await get("/api/health");
  assert.deepEqual([status, body.roster], [200, { rows: 0, warnings: 1 }]);
});

test("T10 a folder in place of the file is a missing file", async (t) => {
  const { get, rosterFile } = startWith(t);
  const folder = startPortal({}, { rosterFile: join(rosterFile, "..") });
  assert.equal((await folder.get("/api/telescopes")).body.code, "roster_missing");
  assert.equal((await get("/api/scope/T5/status")).body.code, "roster_missing");
});

test("the demo roster has telescopes at all six sites, and says that it is one", async () => {
  const { body } = await startPortal().get("/api/telescopes");
  assert.deepEqual([body.count, body.roster.demo, body.roster.skipped], [12, true, []]);
  assert.equal(new Set(body.telescopes.map(({ site }: { site: string }) => site)).size, 6);
});

test("a row with a cell without end is skipped, and a file without end is no roster", () => {
  const { telescopes, skipped } = parseRoster(
    `tid,name,site,notes\nT5,${"x".repeat(2_000_000)},SSO,a\nT6,Condor,DSC,${"y".repeat(2001)}\nT7,Mesa,SRO,b\n`,
  );
  assert.deepEqual(tids({ telescopes }), ["T7"]);
  assert.deepEqual(
    skipped.map(({ line, reason }) => `${line}: ${reason}`),
    ["2: T5 has a cell of more than 2,000 letters", "3: T6 has a cell of more than 2,000 letters"],
  );
  assert.throws(() => parseRoster(`tid,name,site\n${"T5,a,DSC\n".repeat(600_000)}`), /too large/);
});
