import type { DurableStores } from "../stores/durable-stores.ts";
import type { SharedStores } from "./open-shared.ts";

/**
 * Makes plain objects of a program's stores. The gateway extracts and spreads methods, which would
 * lose `this` and the prototype of a class.
 */
export function boundStores<Stores extends DurableStores | SharedStores>(stores: Stores): Stores {
  const entries = Object.entries(stores).map(([name, store]) => [name, bound(store)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names with the same methods
  return Object.fromEntries(entries) as Stores;
}

function bound(store: unknown): unknown {
  if (typeof store !== "object" || store === null) return store;
  const methods = new Map<string, unknown>();
  for (const name of namesOf(store)) {
    const member: unknown = Reflect.get(store, name);
    if (typeof member !== "function" || name === "constructor") continue;
    const method: unknown = member.bind(store);
    methods.set(name, method);
  }
  return Object.fromEntries(methods);
}

/** The names of an object's members and of those that it inherits from classes. */
function namesOf(store: object): readonly string[] {
  const above: unknown = Object.getPrototypeOf(store);
  const own = Object.getOwnPropertyNames(store);
  if (typeof above !== "object" || above === null || above === Object.prototype) return own;
  return [...own, ...namesOf(above)];
}
