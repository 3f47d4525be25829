import { digestOf, type JsonObject } from "@toolcourt/sdk";
import type { Approval, Lock } from "./lock.ts";

/** The lists besides tools whose definitions the lock has. */
export const itemLists = ["prompts", "templates", "views"] as const;
export type ItemList = (typeof itemLists)[number];

/** A prompt, a resource template or a view that was approved, or trusted on first use. */
export interface LockedItem {
  /** Digest of the server's name, the list and the definition. */
  readonly digest: string;
  /** The whole entry of the list, cleaned. Of a view: the digest of its page, and what it may do. */
  readonly definition: JsonObject;
  /** ISO 8601 timestamp. */
  readonly approvedAt: string;
  readonly approvedBy: string;
}

/**
 * What the lock has of a server besides tools. A list that is undefined was never locked, so
 * nothing of it is held. Each name belongs to the server that has it here.
 */
export interface LockedItems {
  /** By name. Default: never locked. */
  readonly prompts?: ReadonlyMap<string, LockedItem> | undefined;
  /** By URI template. Default: never locked. */
  readonly templates?: ReadonlyMap<string, LockedItem> | undefined;
  /** By address. Default: never locked. */
  readonly views?: ReadonlyMap<string, LockedItem> | undefined;
  /** URIs that the server listed first. They have an owner and no definition. Default: none. */
  readonly resources?: ReadonlySet<string> | undefined;
}

/** What the lock has besides tools, by server. */
export type ItemsByServer = ReadonlyMap<string, LockedItems>;

/** A definition and its place in the lock. */
export interface ItemDefinition {
  readonly server: string;
  readonly list: ItemList;
  readonly definition: JsonObject;
}

export function itemDigest({ server, list, definition }: ItemDefinition): string {
  return digestOf({ server, list, definition });
}

export function lockedItem(item: ItemDefinition, { by, at }: Approval): LockedItem {
  return {
    digest: itemDigest(item),
    definition: item.definition,
    approvedAt: new Date(at).toISOString(),
    approvedBy: by,
  };
}

/** Returns the items with these of a server added, replacing those of the same name. */
export function withItems(
  items: ItemsByServer | undefined,
  server: string,
  added: LockedItems,
): ItemsByServer {
  const known = items?.get(server);
  const both: LockedItems = {
    prompts: joined(known?.prompts, added.prompts),
    templates: joined(known?.templates, added.templates),
    views: joined(known?.views, added.views),
    resources: added.resources && new Set([...(known?.resources ?? []), ...added.resources]),
  };
  return new Map(items).set(server, { ...known, ...defined(both) });
}

function joined(known: LockedItems[ItemList], added: LockedItems[ItemList]): LockedItems[ItemList] {
  return added && new Map([...(known ?? []), ...added]);
}

function defined(items: LockedItems): LockedItems {
  return Object.fromEntries(Object.entries(items).filter(([, value]) => value !== undefined));
}

/** Returns the items without one of a server. */
export function withoutItem(
  items: ItemsByServer | undefined,
  server: string,
  { list, name }: { readonly list: ItemList; readonly name: string },
): ItemsByServer {
  const known = items?.get(server);
  const kept = new Map(known?.[list]);
  kept.delete(name);
  return new Map(items).set(server, { ...known, [list]: kept });
}

type Merging = Readonly<Record<"base" | "next" | "there", Lock>>;

/** Merges the additions from `base` to `next` into what is there, as `mergeLock` does for tools. */
export function mergeItems({ base, next, there }: Merging): ItemsByServer | undefined {
  return [...(next.items ?? [])].reduce((made, [server, items]) => {
    const added = addedTo(items, base.items?.get(server) ?? {}, there.items?.get(server) ?? {});
    return Object.keys(added).length === 0 ? made : withItems(made, server, added);
  }, there.items);
}

function addedTo(next: LockedItems, before: LockedItems, now: LockedItems): LockedItems {
  return defined({
    prompts: additions(before.prompts, next.prompts, now.prompts),
    templates: additions(before.templates, next.templates, now.templates),
    views: additions(before.views, next.views, now.views),
    resources: newOnes(before.resources, next.resources),
  });
}

function additions(
  before: LockedItems[ItemList],
  next: LockedItems[ItemList],
  now: LockedItems[ItemList],
): LockedItems[ItemList] {
  const added = [...(next ?? [])].filter(
    ([name, item]) => !isSame(item, before?.get(name)) && isSame(before?.get(name), now?.get(name)),
  );
  const isNewList = next !== undefined && before === undefined && now === undefined;
  return added.length > 0 || isNewList ? new Map(added) : undefined;
}

function isSame(one: LockedItem | undefined, other: LockedItem | undefined): boolean {
  return one?.digest === other?.digest && one?.approvedAt === other?.approvedAt;
}

function newOnes(
  before: LockedItems["resources"],
  next: LockedItems["resources"],
): LockedItems["resources"] {
  const added = [...(next ?? [])].filter((uri) => before?.has(uri) !== true);
  return added.length === 0 ? undefined : new Set(added);
}
