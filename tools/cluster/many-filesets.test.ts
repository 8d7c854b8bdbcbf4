import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./stage.fixture.ts";

type List = {
  filesets: { name: string; status: string }[];
  total: number;
  truncated: boolean;
  cursor?: string;
};

test("10,000 filesets are listed page by page in order, each answer at most 24 KB", async (t) => {
  const { done, simulator } = await stage(t, { filesets: 10_000 });
  const names: string[] = [];
  let cursor: string | undefined;
  let answers = 0;
  do {
    const { text, data } = await done("fileset_list", {
      filesystem: "fs1",
      ...(cursor ? { cursor } : {}),
      fields: "status",
    });
    const list = data as unknown as List; // the tool's own output
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
    assert.ok(bytes <= 24_000, `${bytes}`);
    assert.equal(list.total, 10_000);
    for (const { name } of list.filesets) names.push(name);
    cursor = list.cursor;
    answers++;
  } while (cursor !== undefined && answers < 3);
  assert.ok(names.length > 300);
  const all = [...(simulator.state.filesystems.get("fs1")?.filesets.keys() ?? [])].sort();
  assert.deepEqual(names, all.slice(0, names.length));
  assert.ok(simulator.log.all.some((r) => r.path.includes("lastId=")));
});

test("10,000 filesets are filtered by name, by status and by the API's own filter", async (t) => {
  const { done, simulator } = await stage(t, { filesets: 10_000 });
  const all = [...(simulator.state.filesystems.get("fs1")?.filesets.values() ?? [])];
  const part = all.at(-1)?.filesetName.slice(0, 6) ?? "";
  const wanted = (test: (f: (typeof all)[number]) => boolean) => all.filter(test).length;
  const total = async (args: Record<string, unknown>) => {
    const { text, data } = await done("fileset_list", { filesystem: "fs1", ...args });
    assert.ok(Buffer.byteLength(text + JSON.stringify(data)) <= 24_000);
    return data.total;
  };
  assert.equal(
    await total({ name_contains: part }),
    wanted((f) => f.filesetName.includes(part)),
  );
  assert.equal(
    await total({ status: "unlinked" }),
    wanted((f) => f.config.status === "Unlinked"),
  );
  assert.equal(
    await total({ filter: "config.isInodeSpaceOwner=true" }),
    wanted((f) => f.config.isInodeSpaceOwner),
  );
  assert.equal(await total({ name_contains: "a.c'x,\"" }), 0);
});

test("the other lists of a large cluster keep to 24 KB too", async (t) => {
  const { done } = await stage(t, { filesets: 10_000 });
  for (const [name, args] of [
    ["quota_list", { filesystem: "fs1" }],
    ["cluster_summary", {}],
    ["endpoint_read", { path: "/filesystems/fs1/filesets", fields: ":all:" }],
    ["endpoint_read", { path: "/filesystems/fs1/quotas" }],
  ] as const) {
    const { text, data } = await done(name, args);
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
    assert.ok(bytes <= 24_000, `${name}: ${bytes}`);
  }
});

test("a filter that the cluster refuses is applied here, and a field that is not there is said so", async (t) => {
  const { client, newCall, simulator } = await stage(t);
  const ask = client.list("/filesystems/fs1/filesets", {}, newCall());
  const { items } = await ask;
  simulator.trouble.cause({ kind: "html", status: 400, path: /filter=/ });
  const filter = [{ field: "config.status", operator: "=", value: "Linked" }] as const;
  const linked = await client.list("/filesystems/fs1/filesets", { filter }, newCall());
  assert.ok(linked.items.length > 0 && linked.items.length < items.length);
  const nonsense = [{ field: "no.such", operator: "=", value: "1" }] as const;
  await assert.rejects(client.list("/filesystems/fs1/filesets", { filter: nonsense }, newCall()), {
    problem: "bad-input",
  });
});
