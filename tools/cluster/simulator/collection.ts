import { type Call, ok, type Reply } from "./call.ts";
import { parseFields, type Selection, select } from "./fields.ts";
import { fulfils, parseFilter } from "./filter.ts";
import { invalid } from "./refusal.ts";
import { valueAt } from "./value-at.ts";

/** How the objects of one kind are answered. */
export type Collection<Item> = {
  /** The member of the answer that holds them. */
  name: string;
  /** Fields that are always shown. */
  keys: string[];
  /** What a list shows when the request does not say; without it everything. A single object shows everything. */
  main?: string[];
  /** A number that grows with each new object; paging goes by it. */
  id: (item: Item) => number;
};

/** Above this many objects an answer is a page. */
const PAGE_ITEMS = 1000;

/** A list, filtered, one page of it, with the asked-for fields. */
export function answerList<Item extends object>(
  call: Call,
  collection: Collection<Item>,
  items: Iterable<Item>,
): Reply {
  const filter = call.query.get("filter") ?? "";
  const conditions = parseFilter(filter);
  const all = [...items];
  for (const { path } of conditions)
    if (all.length > 0 && !all.some((item) => valueAt(item, path) !== undefined))
      throw invalid("filter");

  const lastId = Number(call.query.get("lastId") ?? "0");
  if (Number.isNaN(lastId)) throw invalid("lastId");
  const left = all
    .filter((item) => collection.id(item) > lastId && fulfils(item, conditions))
    .sort((a, b) => collection.id(a) - collection.id(b));

  const page = left.slice(0, PAGE_ITEMS);
  const selection = withKeys(
    collection,
    asked(call) ?? parseFields(collection.main?.join(",") ?? ":all:"),
    conditions.map((condition) => condition.path),
  );
  const last = page.at(-1);
  const more = left.length > page.length && last !== undefined;
  return ok({
    ...(more ? { paging: paging(call, collection.id(last)) } : {}),
    [collection.name]: page.map((item) => select(item, selection)),
  });
}

/** A single object, which the API also wraps in a list. */
export function answerOne<Item extends object>(
  call: Call,
  collection: Collection<Item>,
  item: Item,
): Reply {
  const selection = withKeys(collection, asked(call) ?? "all", []);
  return ok({ [collection.name]: [select(item, selection)] });
}

function asked(call: Call): Selection | undefined {
  const fields = call.query.get("fields");
  return fields === null || fields === "" ? undefined : parseFields(fields);
}

// A field that is used in a filter is shown as well.
function withKeys<Item>(
  collection: Collection<Item>,
  selection: Selection,
  filtered: string[][],
): Selection {
  if (selection === "all") return "all";
  return [...collection.keys.map((key) => key.split(".")), ...selection, ...filtered];
}

// `next` is a path without a host: a client behind a proxy or a tunnel knows the host better than the cluster does.
function paging(call: Call, lastId: number): object {
  const fields = call.query.get("fields") ?? "";
  const filter = call.query.get("filter") ?? "";
  const query = new URLSearchParams({ lastId: String(lastId) });
  if (fields) query.set("fields", fields);
  if (filter) query.set("filter", filter);
  return { next: `${call.path}?${query.toString()}`, fields, filter, baseUrl: call.path, lastId };
}
