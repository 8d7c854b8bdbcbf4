import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import { test } from "node:test";
import { type ServedSimulator, serveSimulator } from "./serve.ts";
import { BASIC } from "./test-session.ts";

type Heard = { status: number; headers: Record<string, unknown>; text: string };

/** A plain HTTPS client that may send a body with any method, as older clients do. */
function send(
  at: ServedSimulator,
  method: string,
  path: string,
  options: { body?: string; ca?: string } = {},
): Promise<Heard> {
  const { body, ca = at.caPem } = options;
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: BASIC,
      "content-type": "application/json",
      ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
    };
    const asked = request(`${at.url}${path}`, { method, ca, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

test("it serves HTTPS with a certificate that a client can be given, under three names", async () => {
  const served = await serveSimulator();
  try {
    assert.match(served.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    const certificate = new X509Certificate(served.caPem);
    assert.equal(certificate.fingerprint256, served.fingerprint);
    assert.ok(certificate.checkHost("localhost"));
    assert.ok(certificate.checkIP("127.0.0.1"));
    assert.ok(certificate.checkIP("::1"));
    const heard = await send(served, "GET", "/mgmt/v3/filesystems?fields=:none:");
    assert.equal(heard.status, 200);
    assert.equal(heard.headers["x-outpost-simulator"], "1");
    const other = await serveSimulator();
    await assert.rejects(send(served, "GET", "/mgmt/v3/info", { ca: other.caPem }), {
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    await other.close();
  } finally {
    await served.close();
  }
});

test("asked to, it serves an expired certificate", async () => {
  const served = await serveSimulator({ expiredCertificate: true });
  await assert.rejects(send(served, "GET", "/mgmt/v3/info"), { code: "CERT_HAS_EXPIRED" });
  await served.close();
});

test("a GET and a DELETE with `null` as their body are answered like ones without", async () => {
  const served = await serveSimulator({ jobSeconds: 0 });
  try {
    assert.equal((await send(served, "GET", "/mgmt/v3/nodes", { body: "null" })).status, 200);
    const path = "/mgmt/v3/filesystems/fs1/filesets/old-home";
    assert.equal((await send(served, "DELETE", path, { body: "null" })).status, 202);
    assert.equal((await send(served, "GET", path)).status, 400);
  } finally {
    await served.close();
  }
});

test("over the wire a cut body and a dropped connection are broken connections", async () => {
  const served = await serveSimulator();
  try {
    for (const kind of ["cut", "drop", "lost"] as const) {
      served.simulator.trouble.cause({ kind, times: 1 });
      await assert.rejects(send(served, "GET", "/mgmt/v3/filesystems"), { code: "ECONNRESET" });
    }
    assert.equal((await send(served, "GET", "/mgmt/v3/filesystems")).status, 200);
  } finally {
    await served.close();
  }
});

test("a body beyond 4 MiB is refused", async () => {
  const served = await serveSimulator();
  try {
    const body = JSON.stringify({ filesetName: "x".repeat(5 * 1024 * 1024) });
    const heard = await send(served, "POST", "/mgmt/v3/filesystems/fs1/filesets", { body });
    assert.equal(heard.status, 413);
  } finally {
    await served.close();
  }
});

test("closing it lets go of a request that is still waiting", async () => {
  const served = await serveSimulator();
  served.simulator.trouble.cause({ kind: "slow", milliseconds: 60_000 });
  const waiting = send(served, "GET", "/mgmt/v3/nodes");
  const broken = assert.rejects(waiting, { code: "ECONNRESET" });
  while (served.simulator.log.count() === 0) await new Promise(setImmediate);
  await served.close();
  await broken;
});
