import type { JsonObject } from "@toolcourt/sdk";
import type { Approval, Lock } from "./lock.ts";
import {
  type ItemList,
  itemDigest,
  itemLists,
  type LockedItem,
  lockedItem,
  withItems,
  withoutItem,
} from "./locked-items.ts";

/** A prompt, a resource template or a view of a server. */
export interface OfferedItem {
  readonly list: ItemList;
  /** The name of a prompt, the text of a template, or the address of a view. */
  readonly name: string;
  readonly definition: JsonObject;
  /** The other server that the name belongs to. Default: none. */
  readonly owner?: string | undefined;
  /** Whether no approval can admit it, so that it is not compared. Default: it can. */
  readonly isUnsafe?: boolean | undefined;
}

/** One prompt, resource template or view that differs from the lock. */
export type ItemDifference = {
  readonly server: string;
  readonly list: ItemList;
  readonly name: string;
} & (
  | { readonly kind: "added"; readonly definition: JsonObject }
  | { readonly kind: "removed"; readonly locked: LockedItem }
  | { readonly kind: "changed"; readonly locked: LockedItem; readonly definition: JsonObject }
  /** It would take the name from its owner. */
  | { readonly kind: "takes-name"; readonly definition: JsonObject; readonly owner: string }
);

export interface OfferedLists {
  readonly items: readonly OfferedItem[];
  /** The lists that the server answered. Entries of other lists stay in the lock. */
  readonly answered: ReadonlySet<ItemList>;
}

/** Compares the lock with the prompts, templates and views that servers offer now. */
export function compareItems(
  lock: Lock,
  offered: ReadonlyMap<string, OfferedLists>,
): readonly ItemDifference[] {
  return [...offered].flatMap(([server, { items, answered }]) => [
    ...items.flatMap((item) => ofItem(server, item, lock)),
    ...itemLists
      .filter((list) => answered.has(list))
      .flatMap((list) => {
        const present = new Set(items.filter((each) => each.list === list).map(({ name }) => name));
        return [...(lock.items?.get(server)?.[list] ?? [])]
          .filter(([name]) => !present.has(name))
          .map(([name, locked]) => ({ kind: "removed", server, list, name, locked }) as const);
      }),
  ]);
}

function ofItem(server: string, item: OfferedItem, lock: Lock): readonly ItemDifference[] {
  const { list, name, definition, owner, isUnsafe } = item;
  if (isUnsafe === true) return [];
  const place = { server, list, name };
  if (owner !== undefined) return [{ kind: "takes-name", ...place, definition, owner }];
  const locked = lock.items?.get(server)?.[list]?.get(name);
  if (locked === undefined) return [{ kind: "added", ...place, definition }];
  const isSame = locked.digest === itemDigest({ server, list, definition });
  return isSame ? [] : [{ kind: "changed", ...place, locked, definition }];
}

/** Returns the lock with these differences approved. A name has one owner afterwards. */
export function approveItems(
  lock: Lock,
  differences: readonly ItemDifference[],
  approval: Approval,
): Lock {
  return differences.reduce((made, each) => approveOne(made, each, approval), lock);
}

function approveOne(lock: Lock, difference: ItemDifference, approval: Approval): Lock {
  const { server, list, name } = difference;
  if (difference.kind === "removed") {
    return { ...lock, items: withoutItem(lock.items, server, { list, name }) };
  }
  const { definition } = difference;
  const owner = difference.kind === "takes-name" ? difference.owner : server;
  const isTaken = owner !== server && lock.items?.get(owner)?.[list]?.has(name) === true;
  const before = isTaken ? withoutItem(lock.items, owner, { list, name }) : lock.items;
  const item = lockedItem({ server, list, definition }, approval);
  return { ...lock, items: withItems(before, server, { [list]: new Map([[name, item]]) }) };
}
