import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { answering, ended, freePort, killed, run, signal, start } from "./programs.fixture.ts";
import type { RemoteSettings } from "./remote.ts";
import type { StorageServer } from "./webdav-servers.fixture.ts";

export const RGW_PROGRAMS = ["ceph-mon", "ceph-osd", "radosgw", "radosgw-admin"];

/** `requestLog` is what the gateway itself wrote down about the requests that it has answered. */
export type S3Server = StorageServer & { requestLog: () => string };

/**
 * A whole Ceph on loopback: one monitor, one store in memory, and its S3 gateway, with an account and a bucket. Takes
 * about 15 s to start. `stop` and `start` are the gateway's; what the store holds stays.
 */
export async function cephRgw(): Promise<S3Server> {
  const root = mkdtempSync(join(tmpdir(), "outpost-ceph-"));
  for (const folder of ["mon", "osd", "rgw", "log", "run"]) mkdirSync(join(root, folder));
  const [port, mon, old] = [await freePort(), await freePort(), await freePort()];
  const fsid = randomUUID();
  const conf = join(root, "ceph.conf");
  writeFileSync(conf, configuration({ root, port, mon, old, fsid }));
  writeFileSync(join(root, "keyring"), "");
  const ceph = (program: string, ...args: string[]) => run(program, ["-c", conf, ...args]);

  run("monmaptool", [
    ..."--create --fsid".split(" "),
    fsid,
    "--addv",
    "a",
    `[v2:127.0.0.1:${mon},v1:127.0.0.1:${old}]`,
    join(root, "monmap"),
  ]);
  ceph("ceph-mon", "--mkfs", "-i", "a", "--monmap", join(root, "monmap"));
  ceph("ceph-mon", "-i", "a");
  const osd = randomUUID();
  ceph("ceph", "osd", "new", osd);
  ceph("ceph-osd", "--mkfs", "-i", "0", "--osd-uuid", osd);
  ceph("ceph-osd", "-i", "0");

  const endpoint = `http://127.0.0.1:${port}`;
  let gateway: ReturnType<typeof start> | undefined;
  const server = {
    settings: {
      target: "s3",
      endpoint,
      bucketOrPath: "recordings/of-me",
      accessKey: "RECORDER",
      secretKey: "not-a-secret",
    } satisfies RemoteSettings,
    async start() {
      gateway = start("radosgw", ["-f", "-n", "client.rgw", "-c", conf]);
      await answering(endpoint, 90);
    },
    async stop() {
      if (gateway) await ended(gateway);
      gateway = undefined;
    },
    async kill() {
      if (gateway) await killed(gateway);
      gateway = undefined;
    },
    async close() {
      await server.stop();
      await killAll(join(root, "run"));
      rmSync(root, { recursive: true, force: true });
    },
  };
  const requestLog = () => readFileSync(join(root, "log", "client.rgw.log"), "utf8");
  await server.start();
  ceph(
    "radosgw-admin",
    ..."user create --uid=recorder --display-name=recorder".split(" "),
    `--access-key=${server.settings.accessKey}`,
    `--secret-key=${server.settings.secretKey}`,
  );
  await askBucket(server.settings, "PUT");
  return { ...server, requestLog };
}

/** The keys of uploads in parts that were begun in the bucket and never ended: they are in no list of files. */
export async function begunUploads(settings: RemoteSettings): Promise<string[]> {
  const text = await askBucket(settings, "GET", "?uploads");
  return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key ?? "");
}

/** The same, with the bytes of the parts that each of them holds. */
export async function begunBytes(
  settings: RemoteSettings,
): Promise<{ key: string; bytes: number }[]> {
  const text = await askBucket(settings, "GET", "?uploads");
  const found: { key: string; bytes: number }[] = [];
  for (const [, key = "", id = ""] of text.matchAll(
    /<Key>([^<]+)<\/Key><UploadId>([^<]+)<\/UploadId>/g,
  )) {
    const path = key.split("/").map(encodeURIComponent).join("/");
    const parts = await askBucket(settings, "GET", `/${path}?uploadId=${encodeURIComponent(id)}`);
    const sizes = [...parts.matchAll(/<Size>(\d+)<\/Size>/g)].map(([, size]) => Number(size));
    found.push({ key, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  }
  assert.equal(found.length, [...text.matchAll(/<UploadId>/g)].length, text);
  return found;
}

async function askBucket(settings: RemoteSettings, method: string, query = ""): Promise<string> {
  const client = new AwsClient({
    accessKeyId: settings.accessKey ?? "",
    secretAccessKey: settings.secretKey ?? "",
    service: "s3",
    region: "us-east-1",
  });
  const [bucket] = settings.bucketOrPath.split("/");
  const answer = await client.fetch(`${settings.endpoint}/${bucket}${query}`, { method });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} of the bucket: ${answer.status} ${text}`);
  return text;
}

/** What runs by itself writes its process id down. */
async function killAll(folder: string): Promise<void> {
  const pids = readdirSync(folder)
    .filter((name) => name.endsWith(".pid"))
    .map((name) => Number(readFileSync(join(folder, name), "utf8")))
    .filter((pid) => pid > 1);
  for (const pid of pids) signal(pid, "SIGKILL");
  while (pids.some((pid) => signal(pid, 0))) await pause(20);
}

type Places = { root: string; port: number; mon: number; old: number; fsid: string };

// Without accounts inside: everything listens on loopback and lives as long as a test.
function configuration({ root, port, mon, old, fsid }: Places): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${mon},v1:127.0.0.1:${old}]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = true
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 8
osd pool default pgp num = 8
osd crush chooseleaf type = 0
mon data = ${root}/mon
osd data = ${root}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd max object name len = 256
osd max object namespace len = 64
log file = ${root}/log/$name.log
run dir = ${root}/run
pid file = ${root}/run/$name.pid
admin socket = ${root}/run/$name.asok
keyring = ${root}/keyring
ms bind ipv6 = false
ms mon client mode = crc
ms client mode = crc
ms cluster mode = crc
ms service mode = crc
mon data avail warn = 1
mon data avail crit = 1
osd memory target = 939524096
[client.rgw]
rgw data = ${root}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = 127.0.0.1
`;
}
