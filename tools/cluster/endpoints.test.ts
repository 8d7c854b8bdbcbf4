import assert from "node:assert/strict";
import { test } from "node:test";
import { Permit } from "../kit/permit.ts";
import { ROUTES, type Route } from "./endpoints.ts";
import type { Mode } from "./simulator/options.ts";
import { stage } from "./stage.fixture.ts";

const PARAMS: Record<string, string> = {
  fs: "fs1",
  fileset: "harbour",
  snap: "s1",
  jobId: "1000000000001",
};

const BODIES: Record<string, object> = {
  "/clusters/remote": { owningCluster: "far", key: ["-----BEGIN"], contactNodes: ["n1"] },
  "/filesystems": { name: "fs3", disks: ["nsd-new"], defaultMountPoint: "/gpfs/fs3" },
  "/filesystems/{fs}": { defaultDataReplicas: 2 },
  "/filesystems/{fs}/filesets": { filesetName: "harbour", inodeSpace: "new" },
  "/filesystems/{fs}/filesets/{fileset}": { comment: "boats" },
  "/filesystems/{fs}/filesets/{fileset}:link": { path: "/gpfs/fs1/harbour" },
  "/filesystems/{fs}/filesets/{fileset}:unlink": {},
  "/filesystems/{fs}/snapshots": { snapshotName: "s1" },
  "/filesystems/{fs}/filesets/{fileset}/snapshots": { snapshotName: "s1" },
  "/filesystems/{fs}/filesets/snapshots:batchDelete": {
    snapshots: [{ filesetName: "harbour", snapshotName: "s2" }],
  },
  "/filesystems/{fs}/quotas": {
    operationType: "setQuota",
    quotaType: "fileset",
    objectName: "harbour",
    blockHardLimit: "10G",
    blockSoftLimit: "0",
  },
  "/filesystems/{fs}/policies": { policy: "RULE 'default' SET POOL 'system'" },
};

type Stage = Awaited<ReturnType<typeof stage>>;

function filled(path: string, on: Stage): string {
  const params: Record<string, string> = { ...PARAMS, ...present(on) };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

/** Names that the simulator gave its own objects. */
function present({ simulator }: Stage) {
  const nodes = [...simulator.state.nodes.keys()];
  return { name: nodes.at(-1) ?? "", nsd: [...simulator.state.disks.keys()][0] ?? "" };
}

async function write(on: Stage, route: Route, path: string, body?: object) {
  const call = on.newCall();
  const request = await on.client.prepare(
    {
      title: route.purpose,
      method: route.method as "POST", // the caller leaves reads out
      path,
      ...(body ? { body: { ...body } } : {}),
    },
    call,
  );
  const permit = Permit.grant([request], "destroys", {
    gates: on.road.gates,
    state: on.road.state,
    audit: async () => undefined,
  });
  return on.client.send(request, permit, call);
}

// What has to be there before an endpoint can do its work, and the order in which that works out.
const ORDER = [
  "POST /filesystems/{fs}/filesets",
  "POST /filesystems/{fs}/filesets/{fileset}:link",
  "PUT /filesystems/{fs}/filesets/{fileset}",
  "PUT /filesystems/{fs}/quotas",
  "POST /filesystems/{fs}/snapshots",
  "POST /filesystems/{fs}/filesets/{fileset}/snapshots",
  "GET",
  "DELETE /filesystems/{fs}/filesets/{fileset}/snapshots/{snap}",
  "DELETE /filesystems/{fs}/snapshots/{snap}",
  "POST /filesystems/{fs}/filesets/snapshots:batchDelete",
  "POST /filesystems/{fs}/filesets/{fileset}:unlink",
  "DELETE /filesystems/{fs}/filesets/{fileset}",
  "PUT /filesystems/{fs}/policies",
  "PUT /filesystems/{fs}",
  "POST /clusters/remote",
  "POST /filesystems",
];

const place = (route: Route) => {
  const at = ORDER.indexOf(route.method === "GET" ? "GET" : `${route.method} ${route.path}`);
  return at < 0 ? ORDER.length : at;
};

async function one(on: Stage, route: Route, mode: Mode): Promise<string> {
  const path = filled(route.path, on);
  const call = on.newCall();
  if (route.path === "/perfmon/data") {
    const query = "metrics mem_memfree last 2 bucket_size 60";
    return (await on.client.read(path, { query: { query } }, call)).version;
  }
  if (route.method === "GET") return (await on.client.read(path, {}, call)).version;
  if (route.path === "/filesystems/{fs}" && route.method === "DELETE") return remove(on, route);
  if (route.path === "/filesystems" && route.method === "POST") {
    const free = [...on.simulator.state.disks.values()].find((disk) => disk.fileSystem === "");
    const body = { ...BODIES[route.path], disks: [free?.name ?? ""] };
    return (await write(on, route, path, body)).version ?? "";
  }
  if (route.path.endsWith(":batchDelete")) {
    // v2 has no batch: there the tool plans single requests instead.
    if (mode === "v2") return "v2";
    const snapshots = ROUTES.find(
      (r) => r.method === "POST" && r.path.endsWith("{fileset}/snapshots"),
    );
    assert.ok(snapshots);
    await write(on, snapshots, filled(snapshots.path, on), { snapshotName: "s2" });
  }
  return (await write(on, route, path, BODIES[route.path])).version ?? "";
}

/** A filesystem goes only once nobody has it mounted. */
async function remove(on: Stage, route: Route): Promise<string> {
  const filesystem = on.simulator.state.filesystems.get("fs2");
  assert.ok(filesystem);
  Object.assign(filesystem.facts.mount, { status: "not mounted", nodesMountedReadWrite: [] });
  return (await write(on, route, "/filesystems/fs2")).version ?? "";
}

test("the contract has 42 endpoints", () => {
  assert.equal(ROUTES.length, 42);
  assert.equal(new Set(ROUTES.map((r) => `${r.method} ${r.path}`)).size, 42);
});

for (const mode of ["v3", "v2", "mixed"] as const)
  test(`all 42 endpoints answer on a ${mode} cluster, and say which version did`, async (t) => {
    const on = await stage(t, { mode });
    const versions = new Map<string, string>();
    const sorted = [...ROUTES].sort((a, b) => place(a) - place(b));
    for (const route of sorted)
      versions.set(`${route.method} ${route.path}`, await one(on, route, mode));
    const answered = new Set(versions.values());
    assert.deepEqual([...answered].sort(), mode === "mixed" ? ["v2", "v3"] : [mode]);
    if (mode === "mixed") {
      assert.equal(versions.get("GET /filesystems/{fs}/filesets"), "v3");
      assert.equal(versions.get("GET /jobs"), "v2");
      assert.equal(versions.get("POST /filesystems/{fs}/filesets/{fileset}:unlink"), "v3");
      assert.equal(versions.get("PUT /filesystems/{fs}/policies"), "v2");
    }
  });
