import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import {
  connection,
  entry,
  noon,
  result,
} from "@toolcourt/gateway/internal/stores/suites/builders";

/** A change that is killed, and what a later process may see of it. */
export interface Scenario {
  readonly prepare: (stores: DurableStores) => Promise<unknown>;
  readonly change: (stores: DurableStores) => Promise<unknown>;
  /** Looks, as a caller would. True if the change is seen. Throws if half of it is. */
  readonly look: (stores: DurableStores) => Promise<boolean>;
  /** Whether the change has an audit entry. */
  readonly isAudited: boolean;
  /** Checks what else must hold in the end. Default: nothing. */
  readonly verify?: (stores: DurableStores, isSeen: boolean) => Promise<void>;
}

const owedBody = "owed";
const owedEntry: AuditEntry = entry({ body: owedBody });

/** Counts the entries of the change in the log. */
export async function owedIn({ audit }: Pick<DurableStores, "audit">): Promise<number> {
  return (await audit.read(1, 100)).filter(({ body }) => body === owedBody).length;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}.`);
}

const policy = { version: "one", text: "# one\n", by: "operator:grace", at: noon };
const next = { ...policy, version: "two", text: "# two\n" };
const large = result({ output: JSON.stringify("x".repeat(1_600_000)) });
const key = {
  owner: { tenant: "north", connection: "c1" },
  version: 1,
  wrappedBy: 1,
  bytes: Uint8Array.of(1),
};

async function isPolicy({ policies }: DurableStores, wanted: typeof policy): Promise<boolean> {
  const [listed] = await policies.list(9);
  const newest = await policies.newest();
  must(newest?.version === listed?.version, "the newest policy is the first of the list");
  must(newest?.version !== wanted.version || newest.text === wanted.text, "a policy is whole");
  return newest?.version === wanted.version;
}

async function addedAs({ connections }: DurableStores, id: string, name: string): Promise<string> {
  return connections.add(connection({ id, name }), entry());
}

const connections: Readonly<Record<string, Scenario>> = {
  "connections.add": {
    prepare: async () => undefined,
    change: (stores) => stores.connections.add(connection(), owedEntry),
    look: async (stores) => {
      const found = await stores.connections.find("c1");
      const listed = await stores.connections.list({});
      must(listed.length === (found === undefined ? 0 : 1), "both reads see the same");
      return found !== undefined;
    },
    isAudited: true,
    verify: async (stores, isSeen) =>
      must(
        (await addedAs(stores, "c2", "petstore")) === (isSeen ? "taken" : "added"),
        "a name is taken exactly if its connection is there",
      ),
  },
  "connections.revoke": {
    prepare: (stores) => stores.connections.add(connection(), entry()),
    change: (stores) =>
      stores.connections.replace(
        connection({ version: 2, status: "revoked", sealed: {} }),
        owedEntry,
      ),
    look: async (stores) => (await stores.connections.find("c1"))?.version === 2,
    isAudited: true,
    verify: async (stores, isSeen) =>
      must(
        (await addedAs(stores, "c2", "petstore")) === (isSeen ? "added" : "taken"),
        "a name is free exactly if its connection is revoked",
      ),
  },
  "connections.rename": {
    prepare: (stores) => stores.connections.add(connection(), entry()),
    change: (stores) =>
      stores.connections.replace(connection({ version: 2, name: "renamed" }), owedEntry),
    look: async (stores) => (await stores.connections.find("c1"))?.name === "renamed",
    isAudited: true,
    verify: async (stores, isSeen) => {
      const old = await addedAs(stores, "c2", "petstore");
      const renamed = await addedAs(stores, "c3", "renamed");
      const wanted = isSeen ? "added taken" : "taken added";
      must(`${old} ${renamed}` === wanted, "exactly one of both names is free");
    },
  },
  "connections.renew": {
    prepare: (stores) => stores.connections.add(connection(), entry()),
    change: (stores) => stores.connections.replace(connection({ version: 2 })),
    look: async (stores) => (await stores.connections.find("c1"))?.version === 2,
    isAudited: false,
  },
};

const others: Readonly<Record<string, Scenario>> = {
  "keys.insert": {
    prepare: async () => undefined,
    change: ({ keys }) => keys.insert(key),
    look: async ({ keys }) => (await keys.newest(key.owner)) !== undefined,
    isAudited: false,
  },
  "keys.rewrap": {
    prepare: ({ keys }) => keys.insert(key),
    change: ({ keys }) => keys.rewrap(key, { ...key, wrappedBy: 2, bytes: Uint8Array.of(2) }),
    look: async ({ keys }) => {
      const { wrappedBy, bytes } = (await keys.read(key.owner, 1)) ?? key;
      must(bytes[0] === wrappedBy, "a key is whole");
      return wrappedBy === 2;
    },
    isAudited: false,
  },
  "policies.put": {
    prepare: async () => undefined,
    change: ({ policies }) => policies.put(policy, { replaces: undefined, entry: owedEntry }),
    look: (stores) => isPolicy(stores, policy),
    isAudited: true,
    verify: async ({ policies }, isSeen) =>
      must(((await policies.find("one")) !== undefined) === isSeen, "a seen policy is found"),
  },
  "policies.replace": {
    prepare: ({ policies }) => policies.put(policy, { replaces: undefined, entry: entry() }),
    change: ({ policies }) => policies.put(next, { replaces: "one", entry: owedEntry }),
    look: (stores) => isPolicy(stores, next),
    isAudited: true,
    verify: async ({ policies }, isSeen) =>
      must((await policies.list(9)).length === (isSeen ? 2 : 1), "no policy is lost"),
  },
  "results.keep": {
    prepare: async () => undefined,
    change: ({ results }) => results.keep(large),
    look: async ({ results }) => {
      const found = await results.find("call-1");
      must(found === undefined || found.output === large.output, "a result is whole");
      return found !== undefined;
    },
    isAudited: false,
    verify: async ({ results }) =>
      must((await results.keep(large)) === "kept", "the same result is kept again"),
  },
};

/** Every change of the stores, by name. */
export const killScenarios: Readonly<Record<string, Scenario>> = { ...connections, ...others };
