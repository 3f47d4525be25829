import type { EventFields } from "./event-fields.ts";
import type { EventKind } from "./events.ts";

type StoreEvent = Extract<keyof EventFields, `store.${string}` | `limits.${string}`>;

/** Events about stores: what they hold, and whether they are shared. */
export const storeEvents: { readonly [Name in StoreEvent]: EventKind<EventFields[Name]> } = {
  "store.held": {
    level: "info",
    sentence: ({ families, mayForget }) =>
      `Cosmos DB holds ${families.join(", ")}.${families.includes("results") ? leaving(mayForget) : ""}`,
  },
  "limits.local-only": {
    level: "warning",
    sentence: ({ store }) =>
      `${store} does not answer. Until it does, limits count in this process alone.`,
  },
  "limits.shared": {
    level: "info",
    sentence: ({ store }) => `${store} answers again. Limits are shared.`,
  },
};

function leaving(mayForget: boolean): string {
  return mayForget
    ? " Old results are deleted there."
    : " Results cannot be deleted there; they leave by their time to live.";
}
