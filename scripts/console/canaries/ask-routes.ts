import { adminRoutes } from "@toolcourt/gateway/internal/edge/admin/route-table";
import { isJsonArray, isJsonObject, type JsonObject } from "@toolcourt/sdk";
import type { Answered } from "./record.ts";
import type { WatchedTab } from "./tab.ts";

export type Item = Readonly<Record<string, string>>;

/** Things that there are, by the path of their list. */
export type Items = ReadonlyMap<string, readonly Item[]>;

interface List {
  readonly path: string;
  /** The member of the answer with its items. */
  readonly of: string;
  /** Paths about one item, with its members in braces. */
  readonly each: readonly string[];
}

const lists: readonly List[] = [
  { path: "approvals", of: "approvals", each: ["approvals/{id}"] },
  { path: "approvals?state=done", of: "approvals", each: ["approvals/{id}"] },
  { path: "grants", of: "grants", each: ["grants/{id}"] },
  { path: "drafts", of: "drafts", each: ["drafts/{set}/{name}"] },
  { path: "quarantine?limit=10", of: "results", each: ["quarantine/{id}"] },
  {
    path: "results?limit=100",
    of: "results",
    each: ["results/{callId}", "results/{callId}/output"],
  },
  { path: "calls?limit=100", of: "calls", each: ["calls/{id}"] },
  { path: "runs", of: "runs", each: ["runs/{id}"] },
  { path: "servers", of: "servers", each: ["servers/{name}"] },
  { path: "tools?limit=100", of: "tools", each: ["tools/{server}/{name}"] },
  { path: "tools?q=as-text", of: "tools", each: ["tools/{server}/{name}/form"] },
  { path: "connections", of: "connections", each: ["connections/{id}"] },
  { path: "admissions", of: "tools", each: [] },
];

const alone: readonly string[] = [
  "openapi.json",
  "me",
  "overview",
  "config/effective?limit=200",
  "endpoints",
  "ask",
  "policy",
  "policy/versions",
  "audit/status",
  "audit/unfinished",
  "audit/export",
  "audit/export?format=ocsf",
  "audit/rows/1/proof",
  "tools/echo/as-text/drift",
  "admissions/echo/as-text",
  ...Array.from({ length: 20 }, (_, row) => `audit/rows/${row + 1}`),
];

/** Asks every route that reads, and those about each thing that there is. */
export async function askReading({ ask }: WatchedTab): Promise<Items> {
  const found = new Map<string, readonly Item[]>();
  for (const { path, of, each } of lists) {
    const items = itemsIn(await ask(path), of);
    found.set(path, items);
    const paths = items.flatMap((item) => each.map((form) => pathOf(form, item)));
    await Promise.all(paths.map((one) => ask(one)));
  }
  for (const path of alone) await ask(path);
  return found;
}

function itemsIn(answer: unknown, of: string): readonly Item[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from JSON
  const items = (answer as Readonly<Record<string, unknown>>)[of];
  return isJsonArray(items) ? items.filter(isJsonObject).map(textsIn) : [];
}

function textsIn(item: JsonObject): Item {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

export function pathOf(form: string, item: Item): string {
  return form.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(item[name] ?? ""));
}

/** Returns the routes that no page and no question of ours has asked. */
export function routesLeftOut(answered: readonly Answered[]): readonly string[] {
  return adminRoutes
    .map(({ method, path }) => ({ method, path: path.replace(/^\/admin\//, "/console/api/") }))
    .filter(({ method, path }) => {
      const form = new RegExp(
        `^${path.replaceAll(/\{\w+\}/g, "[^/?]+").replaceAll(".", "\\.")}(?:\\?|$)`,
      );
      return !answered.some((each) => each.method === method && form.test(each.path));
    })
    .map(({ method, path }) => `${method} ${path}`);
}
