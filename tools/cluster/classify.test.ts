import assert from "node:assert/strict";
import { test } from "node:test";
import { HubError } from "../kit/errors.ts";
import type { Json } from "../kit/json.ts";
import { classify } from "./classify.ts";

const F = "/filesystems/fs1/filesets/projects";

const DESTROYS: [string, string, Json?, Record<string, string>?][] = [
  ["DELETE", F],
  ["DELETE", "/filesystems/fs1"],
  ["DELETE", "/nodes/n1"],
  ["DELETE", "/jobs/1"],
  ["DELETE", `${F}/link`],
  ["DELETE", "/no/such/thing"],
  [
    "POST",
    "/filesystems/fs1/filesets/snapshots:batchDelete",
    { snapshots: [{ filesetName: "projects", snapshotName: "a" }] },
  ],
  [
    "POST",
    "/filesystems/fs1/filesets/snapshots%3AbatchDelete",
    { snapshots: [{ filesetName: "projects", snapshotName: "a" }] },
  ],
  ["PUT", "/filesystems/fs1/policies", { policy: "RULE" }],
  ["POST", `${F}:unlink`, { force: true }],
  ["POST", `${F}:unlink`, { force: "True" }],
  ["POST", `${F}:unlink`, {}, { force: "yes" }],
  ["POST", `${F}:unlink`, { forceUnlink: 1 }],
  ["POST", `${F}:unlink`, { options: [{ Force: "true" }] }],
  ["PUT", F, { comment: "x" }, { anything: "1" }],
  ["PUT", "/filesystems/fs1/quotas", { operationType: "checkQuota", objectName: "a" }],
  ["PATCH", F, { comment: "x" }],
  ["POST", F, {}],
  ["POST", "/operations/7:cancel"],
  ["POST", "/filesystems/fs1:unmount", {}],
  ["POST", `${F}:Unlink`, {}],
  ["PUT", "/filesystems/fs1/quotamanagement", { quota: "disabled" }],
];

const CHANGES: [string, string, Json?][] = [
  ["POST", "/filesystems/fs1/filesets", { filesetName: "a" }],
  ["PUT", F, { comment: "x" }],
  ["POST", `${F}:link`, { path: "/gpfs/fs1/projects" }],
  ["POST", `${F}/link`, { path: "/gpfs/fs1/projects" }],
  ["POST", `${F}:unlink`, {}],
  ["POST", `${F}:unlink`, { force: false }],
  [
    "PUT",
    "/filesystems/fs1/quotas",
    { operationType: "setQuota", quotaType: "fileset", objectName: "a" },
  ],
  ["POST", `${F}/snapshots`, { snapshotName: "s" }],
  ["POST", "/clusters/remote", { owningCluster: "far" }],
];

test("the stricter of meaning and verb counts, however a request is spelled", () => {
  for (const [method, path, body, query] of DESTROYS)
    assert.equal(classify(method, path, body, query).effect, "destroys", `${method} ${path}`);
  for (const [method, path, body] of CHANGES)
    assert.equal(classify(method, path, body).effect, "changes", `${method} ${path}`);
});

test("every spelling of a request has one canonical form", () => {
  const link = classify("POST", `${F}:link`, {});
  for (const path of [`${F}/link`, `${F}%3Alink`, "/filesystems/fs1/filesets/%70rojects:link"]) {
    const same = classify("POST", path, {});
    assert.deepEqual(
      [same.method, same.path, same.touches],
      [link.method, link.path, link.touches],
    );
  }
  const unlink = classify("DELETE", `${F}/link`);
  assert.deepEqual([unlink.method, unlink.path], ["POST", `${F}:unlink`]);
  assert.equal(classify("POST", "/filesystems/fs1/quotas", {}).method, "PUT");
  assert.equal(classify("GET", "/filesystems/fs1/pools").path, "/filesystems/fs1/storagepools");
  assert.equal(classify("GET", "/cluster").path, "/cluster");
});

const PATHS = [
  "filesystems",
  "//filesystems",
  "/filesystems//fs1",
  "/filesystems/",
  "/filesystems/fs1/",
  "/filesystems/.",
  "/filesystems/..",
  "/filesystems/fs1/../fs2",
  "/filesystems/%2e%2e/nodes",
  "/filesystems/%2E",
  "/filesystems/fs1%2Ffilesets",
  "/filesystems/fs1%5cfilesets",
  "/filesystems\\fs1",
  "/filesystems/%252e%252e",
  "/filesystems/fs1;x=1",
  "/filesystems/fs1%3Bx",
  "/filesystems/fs1?fields=mount",
  "/filesystems/fs1%3Ffields",
  "/filesystems/fs1#x",
  "/filesystems/fs1%00",
  "/filesystems/fs1%0d%0aHost:x",
  "/filesystems/fs 1",
  "/filesystems/fs1\n",
  "/filesystems/\u202efs1",
  "/filesystems/ｆｓ１",
  "/filesystems/%zz",
  "https://elsewhere/filesystems",
  "",
];

test("a path that somebody could read in another way is refused", () => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
    for (const path of PATHS)
      assert.throws(() => classify(method, path, {}), bad, `${method} ${JSON.stringify(path)}`);
  for (const method of ["get", "HEAD", "OPTIONS", "TRACE", "delete", ""])
    assert.throws(() => classify(method, "/nodes"), bad, method);
});

test("nothing in the query can turn a read into something else", () => {
  for (const name of ["_method", "method", "X-HTTP-Method-Override", "a b", ""])
    assert.throws(() => classify("GET", "/nodes", undefined, { [name]: "DELETE" }), bad, name);
});

test("a keyword that stands for objects nobody named is refused in every mutation", () => {
  for (const [method, path, body] of [
    ["DELETE", "/filesystems/:all:"],
    ["DELETE", "/filesystems/%3Aall%3A/snapshots/s"],
    ["PUT", "/filesystems/:all_local:/policies", { policy: "RULE" }],
    ["POST", "/filesystems/fs1/filesets/:all::unlink", {}],
    ["PUT", "/nodes/:all:", {}],
    ["PUT", "/filesystems/fs1/quotas", { quotaType: "user", objectName: ":all:" }],
    ["POST", "/filesystems/fs1/filesets:batchLink", { targets: [":all:"] }],
    ["POST", "/filesystems/fs1/thing", { deep: [{ where: ":ALL_local:" }] }],
  ] as [string, string, Json?][])
    assert.throws(() => classify(method, path, body), HubError, `${method} ${path}`);
  assert.equal(classify("GET", "/nodes/:all:/health/states").effect, "reads");
});

test("every object that a request touches is named, those in its body too", () => {
  const touched = (method: string, path: string, body?: Json) =>
    classify(method, path, body).touches;
  const fileset = (name: string) => `/filesystems/fs1/filesets/${name}`;
  assert.deepEqual(touched("PUT", F, { newFilesetName: "next" }), [
    fileset("projects"),
    fileset("next"),
  ]);
  assert.deepEqual(touched("POST", "/filesystems/fs1/filesets", { filesetName: "a", name: "b" }), [
    fileset("a"),
    fileset("b"),
  ]);
  assert.deepEqual(
    touched("PUT", "/filesystems/fs1/quotas", {
      quotaType: "FILESET",
      objectName: "a",
      quota: { type: "QUOTA_TYPE_FILESET", name: "b" },
    }),
    [fileset("a"), fileset("b")],
  );
  assert.deepEqual(
    touched("PUT", "/filesystems/fs1/quotas", { quotaType: "USR", objectName: "ada" }),
    ["/filesystems/fs1/quotas/user/ada"],
  );
  assert.deepEqual(
    touched("POST", "/filesystems/fs1/filesets/snapshots:batchDelete", {
      snapshots: [
        { filesetName: "a", snapshotName: "s1" },
        { filesetName: "b", snapshotName: "s2" },
      ],
    }),
    [`${fileset("a")}/snapshots/s1`, `${fileset("b")}/snapshots/s2`],
  );
  assert.deepEqual(
    touched("POST", "/filesystems", { name: "fs3", disks: ["d1", { name: "d2" }] }),
    ["/filesystems/fs3", "/nsds/d1", "/nsds/d2"],
  );
  assert.deepEqual(touched("POST", `${F}:frobnicate`, { filesetName: "other" }), [
    fileset("projects"),
    fileset("other"),
  ]);
  assert.deepEqual(touched("PUT", `${F}/acl`, {}), [`${F}/acl`, F]);
  for (const body of [
    { filesets: [{ filesetName: "other" }] },
    { filesets: ["mine", "other"] },
    { deep: { er: [{ fileset_name: "other" }] } },
    { name: "other" },
  ] as Json[])
    assert.ok(
      touched("POST", "/filesystems/fs1/filesets:batchLink", body).includes(fileset("other")),
      JSON.stringify(body),
    );
  assert.ok(
    classify("POST", "/filesystems/fs1/thing", {}, { filesetName: "other" }).touches.includes(
      fileset("other"),
    ),
  );
  assert.throws(() => touched("PUT", "/filesystems/fs1/quotas", { objectName: ["a"] }), bad);
  for (const member of ["name", "new_name", "newName", "newFilesetName"])
    assert.deepEqual(touched("PATCH", F, { [member]: "next" }), [F, fileset("next")], member);
  assert.ok(touched("PATCH", "/filesystems/fs1", { name: "fs2" }).includes("/filesystems/fs2"));
  assert.deepEqual(
    touched("PUT", "/filesystems/fs1/quotas", {
      quotaType: "USR",
      type: "FILESET",
      objectName: "a",
      filesetName: "b",
      fileset_name: "c",
    }).sort(),
    [
      "/filesystems/fs1/filesets/a",
      `${fileset("b")}/quotas/user/a`,
      `${fileset("c")}/quotas/user/a`,
    ],
  );
});

test("a batch that does not name its snapshots one by one cannot be judged", () => {
  for (const body of [
    {},
    { snapshots: [] },
    { snapshots: ["a:s"] },
    { snapshots: [{ filesetName: "a" }] },
    { snapshots: [{ filesetName: "a", snapshotName: "s", fileset: "b" }] },
    { snapshots: [{ filesetName: "a", snapshotName: "s" }], all: true },
    [{ filesetName: "a", snapshotName: "s" }],
  ] as Json[])
    assert.throws(
      () => classify("POST", "/filesystems/fs1/filesets/snapshots:batchDelete", body),
      bad,
      JSON.stringify(body),
    );
});

function bad(error: unknown): boolean {
  return error instanceof HubError && error.problem === "bad-input";
}
