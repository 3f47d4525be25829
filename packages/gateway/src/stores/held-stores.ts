import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AuditEntry, AuditStore, PersonalStore } from "./audit-store.ts";
import type { DurableStores } from "./durable-stores.ts";
import { isStoreFault, StoreError } from "./store-error.ts";

/** The families of stores that may lie in another database. Keys lie with their connections. */
export const heldFamilies = ["connections", "policies", "results", "quarantine"] as const;
export type HeldFamily = (typeof heldFamilies)[number];

/** Later families are held only if they are named: an older account lacks their containers. */
export const heldByDefault: readonly HeldFamily[] = ["connections", "policies", "results"];

/** Stores of another database, as an adapter opens them. A family that it does not hold is absent. */
export interface HeldStores extends AsyncDisposable {
  readonly connections?: DurableStores["connections"] | undefined;
  readonly keys?: DurableStores["keys"] | undefined;
  /** Deletes the connections of a person in a tenant, with their keys. */
  readonly eraseConnections?: ((owner: string, tenant: string) => Promise<void>) | undefined;
  readonly policies?: DurableStores["policies"] | undefined;
  readonly results?: DurableStores["results"] | undefined;
  readonly quarantine?: DurableStores["quarantine"] | undefined;
  /** Whether results can be deleted by age. If not, they leave by their time to live. */
  readonly mayForget: boolean;
}

/** What an adapter gets. The gateway's egress sends, and its own identity supplies the token. */
export interface HeldStoresOptions {
  /** The address of the account. */
  readonly account: string;
  readonly database: string;
  readonly holds: readonly HeldFamily[];
  readonly fetch: HeldFetch;
  /** Returns the current token. Its error has a sentence for the operator. */
  readonly token: () => Promise<HeldToken>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The log that receives what changed rows owe. */
  readonly audit: Pick<AuditStore, "append">;
  /** Called with an entry that a reader appended, before its row is used. Default: nothing. */
  readonly onSettled?: ((entry: AuditEntry) => Promise<void>) | undefined;
  /** Seals rows that owe an entry: write access to the account must not forge entries. */
  readonly seal: HeldSeal;
  /** The time limit of one operation, with all its waiting. */
  readonly deadlineMs: number;
  /** How long results are kept, in milliseconds. Default: for ever. */
  readonly resultsForMs?: number | undefined;
  /** Receives the request units of each answer. Default: they are not counted. */
  readonly onCharge?: ((container: string, units: number) => void) | undefined;
}

/** Seals texts with a key that lies outside the other database. */
export interface HeldSeal {
  readonly seal: (text: string) => Promise<string>;
  readonly isSealed: (text: string, seal: string) => Promise<boolean>;
}

export interface HeldToken {
  readonly token: string;
  /** Reports that the account refused it. The next token is another, unless this one is new. */
  readonly refused: () => void;
}

export interface HeldRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What an adapter reads of an answer. The answer of `fetch` has all of it. */
export interface HeldReply {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly text: () => Promise<string>;
}

/** Sends one request to the account, and to no other host. */
export type HeldFetch = (url: string, request: HeldRequest) => Promise<HeldReply>;

/** Puts the held families in the place of those of the home database. */
export function joinStores<Stores extends DurableStores>(home: Stores, held: HeldStores): Stores {
  const { connections, keys, policies, results, quarantine } = held;
  return {
    ...home,
    ...(connections && { connections: ownErrors(connections) }),
    ...(keys && { keys: ownErrors(keys) }),
    ...(policies && { policies: ownErrors(policies) }),
    ...(results && { results: ownErrors(results) }),
    ...(quarantine && { quarantine: ownErrors(quarantine) }),
    personal: { ...home.personal, erase: erasing(home.personal, held) },
  };
}

/** Erases the held connections first: their owner is unknown once the home database has forgotten. */
function erasing(personal: PersonalStore, held: HeldStores): PersonalStore["erase"] {
  return async (subject, tenant) => {
    for (const name of await personal.textsOf(subject)) {
      await held.eraseConnections?.(name, tenant).catch(rethrow);
    }
    return personal.erase(subject, tenant);
  };
}

/** Converts the errors of an adapter: it may have loaded a copy of the class of its own. */
function ownErrors<Store extends object>(store: Store): Store {
  const methods = Object.entries(store).map(([name, method]: [string, unknown]) => [
    name,
    typeof method === "function"
      ? async (...args: readonly unknown[]): Promise<unknown> => {
          const calling: unknown = Reflect.apply(method, undefined, args);
          return Promise.resolve(calling).catch(rethrow);
        }
      : method,
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names with the same methods
  return Object.fromEntries(methods) as Store;
}

function rethrow(error: unknown): never {
  throw ownError(error);
}

/** Returns an error of the same kind that is a `StoreError` of this process. */
export function ownError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "StoreError" || error instanceof StoreError) {
    return error;
  }
  const kind = "kind" in error ? error.kind : undefined;
  return isStoreFault(kind) ? new StoreError(kind, { cause: error.cause ?? error }) : error;
}
