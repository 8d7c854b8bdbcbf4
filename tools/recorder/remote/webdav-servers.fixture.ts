import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answering, ended, freePort, killed, run, start } from "./programs.fixture.ts";
import type { RemoteSettings } from "./remote.ts";

/** A real storage server that listens on loopback. `stop` and `start` again keep what it holds. */
export type StorageServer = {
  settings: RemoteSettings;
  stop(): Promise<void>;
  /** By kill -9, in the middle of whatever it is at. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const USER = "recorder";
const PASSWORD = "not-a-secret";

/** Apache with mod_dav: strict, and nothing is left of an upload that breaks off. */
export async function apacheDav(): Promise<StorageServer> {
  const root = mkdtempSync(join(tmpdir(), "outpost-dav-"));
  const port = await freePort();
  for (const folder of ["dav", "run"]) mkdirSync(join(root, folder), { mode: 0o777 });
  run("htpasswd", ["-bc", join(root, "users"), USER, PASSWORD]);
  const modules = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user"];
  modules.push("auth_basic", "dav", "dav_fs", "dav_lock");
  const lines = [
    `ServerRoot ${root}`,
    `Listen 127.0.0.1:${port}`,
    "ServerName 127.0.0.1",
    `PidFile ${root}/run/pid`,
    `ErrorLog ${root}/error.log`,
    `DavLockDB ${root}/run/locks`,
    `DocumentRoot ${root}/dav`,
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    "User www-data",
    "Group www-data",
    `<Location />\nDav On\nAuthType Basic\nAuthName dav\nAuthUserFile ${root}/users\nRequire valid-user\n</Location>`,
  ];
  writeFileSync(join(root, "httpd.conf"), `${lines.join("\n")}\n`);
  run("chown", ["-R", "www-data:www-data", root]);
  run("chmod", ["755", root]);
  return served({
    root,
    settings: settings(`http://127.0.0.1:${port}`),
    spawn: () => start("apache2", ["-f", join(root, "httpd.conf"), "-DFOREGROUND"]),
  });
}

/** rclone's: it leaves half files behind under the name that was asked for, and knows no conditions. */
export async function rcloneDav(): Promise<StorageServer> {
  const root = mkdtempSync(join(tmpdir(), "outpost-rclone-"));
  const port = await freePort();
  mkdirSync(join(root, "dav"));
  const args = ["serve", "webdav", join(root, "dav"), "--addr", `127.0.0.1:${port}`];
  return served({
    root,
    settings: settings(`http://127.0.0.1:${port}`),
    spawn: () => start("rclone", [...args, "--user", USER, "--pass", PASSWORD], { HOME: root }),
  });
}

function settings(endpoint: string): RemoteSettings {
  const account = { accessKey: USER, secretKey: PASSWORD };
  return { target: "webdav", endpoint, bucketOrPath: "recordings/of me", ...account };
}

type Served = { root: string; settings: RemoteSettings; spawn: () => ReturnType<typeof start> };

async function served({ root, settings, spawn }: Served): Promise<StorageServer> {
  let child: ReturnType<typeof start> | undefined;
  const server: StorageServer = {
    settings,
    async start() {
      child = spawn();
      await answering(settings.endpoint);
    },
    async stop() {
      if (child) await ended(child);
      child = undefined;
    },
    async kill() {
      if (child) await killed(child);
      child = undefined;
    },
    async close() {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
