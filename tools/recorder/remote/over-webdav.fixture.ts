import { after, type TestContext, test } from "node:test";
import { has } from "./programs.fixture.ts";
import { rcloneDav, type StorageServer } from "./webdav-servers.fixture.ts";

type Body = (t: TestContext, server: StorageServer) => Promise<void>;

/** `test` for a file whose tests share one WebDAV server, which the first of them starts; it needs rclone. */
export function overWebDav(): (what: string, body: Body) => void {
  let running: Promise<StorageServer> | undefined;
  after(async () => (await running)?.close());
  return (what, body) =>
    void test(what, async (t) => {
      if (!has(t, ["rclone"], "rclone")) return;
      running ??= rcloneDav();
      await body(t, await running);
    });
}
