import assert from "node:assert/strict";
import { test } from "node:test";
import {
  deviceConfigUpdate,
  laterOf,
  listQuery,
  RECORDING_ID,
  recordingMetadata,
  SYNC_STATES,
} from "./contract.ts";

const METADATA = {
  id: "01JD9XKZ0000000000000000AA",
  started_at: "2026-11-21T09:15:00+01:00",
  duration_s: 2.5,
  sample_rate: 16_000,
  channels: 1,
  codec: "wav_pcm_s16le",
};

const refuses = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  assert.equal(schema.safeParse(value).success, false, JSON.stringify(value)?.slice(0, 80));

test("a sync state moves forward only", () => {
  for (const [a, early] of SYNC_STATES.entries())
    for (const [b, late] of SYNC_STATES.entries())
      assert.equal(laterOf(early, late), SYNC_STATES[Math.max(a, b)]);
});

test("an id that is a path, hidden, empty or too long is none", () => {
  const wrong = ["", ".", "..", "../../etc/passwd", "%2e%2e%2f", "a/b", "a\\b", ".a", "é", "a b"];
  for (const id of [...wrong, "a\n", "\u0000", "a".repeat(129)])
    assert.doesNotMatch(id, RECORDING_ID, JSON.stringify(id));
  for (const id of ["a", "01JD9XKZ0000000000000000AA", "2026-11-21_take.1"])
    assert.match(id, RECORDING_ID);
});

test("metadata from outside is kept in our form: UTC, lower-case hash, no states of its own", () => {
  const kept = recordingMetadata.parse({
    ...METADATA,
    sha256: "AB".repeat(32),
    sync_state: "summarised",
    transcript_ref: "/etc/passwd",
    summary_ref: null,
    nonsense: [1],
  });
  assert.deepEqual(kept, {
    ...METADATA,
    started_at: "2026-11-21T08:15:00.000Z",
    sha256: "ab".repeat(32),
    source: "device",
  });
});

test("metadata that cannot be true is refused", () => {
  const changes: Record<string, unknown>[] = [
    { id: undefined },
    { id: ".." },
    { duration_s: -1 },
    { duration_s: 1e308 },
    { duration_s: Number.NaN },
    { duration_s: "2.5" },
    { sample_rate: 0 },
    { sample_rate: 16_000.5 },
    { sample_rate: "16000" },
    { channels: 0 },
    { channels: 65_535 },
    { codec: "" },
    { codec: "a\nb" },
    { codec: "\ud800" },
    { device_id: "\u0000" },
    { size_bytes: -1 },
    { sha256: "ab" },
    { sha256: "zz".repeat(32) },
    { started_at: "yesterday" },
    { started_at: "2026-11-21T09:15:00" },
    { started_at: "9999-12-31T23:59:59Z" },
    { source: "cloud" },
  ];
  for (const change of changes) refuses(recordingMetadata, { ...METADATA, ...change });
  for (const value of [null, [], "x", 1]) refuses(recordingMetadata, value);
});

test("a config update names only what it changes, and nothing that is not known", () => {
  assert.deepEqual(deviceConfigUpdate.parse({ codec: "opus" }), { codec: "opus" });
  assert.deepEqual(deviceConfigUpdate.parse({ upload_endpoint: null }), { upload_endpoint: null });
  for (const update of [
    { nonsense: 1 },
    { codec: "mp3" },
    { sample_rate: 7 },
    { open_listing: "yes" },
    { api_token: "short" },
    { api_token: "with a blank in between" },
    { wifi_ssid: "a\u0000" },
    [],
    null,
  ])
    refuses(deviceConfigUpdate, update);
});

test("recordings are sent to http and https addresses only, never to an account's or a cloud's own", () => {
  for (const upload_endpoint of [
    "file:///etc/passwd",
    "ftp://nas/",
    "https://me:secret@nas/",
    "http://169.254.169.254/latest",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "https://nas/?key=1",
    "nas",
    "",
  ])
    refuses(deviceConfigUpdate, { upload_endpoint });
  for (const upload_endpoint of ["http://192.168.1.5:9000", "https://nas.local/dav/"])
    assert.equal(deviceConfigUpdate.safeParse({ upload_endpoint }).success, true);
});

test("a limit above the most is taken as the most; none and less are refused", () => {
  assert.deepEqual(listQuery.parse({}), { limit: 50 });
  assert.equal(listQuery.parse({ limit: 1e9 }).limit, 200);
  for (const limit of [0, -1, 1.5, "5"]) refuses(listQuery, { limit });
});
