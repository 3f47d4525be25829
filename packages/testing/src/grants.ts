import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { createGrantEntryOf } from "@toolcourt/gateway/internal/governance/grants/entries";
import type { Gift } from "@toolcourt/gateway/internal/governance/grants/give";
import { Grants } from "@toolcourt/gateway/internal/governance/grants/grants";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import type { StoredGrant } from "@toolcourt/gateway/internal/stores/grant-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { canonicalJson } from "@toolcourt/sdk";
import { createRandom, type Hands } from "./approvals.ts";
import { toolContract, writingTool } from "./calls.ts";

/** Mutable state of the test's surroundings. */
export interface GrantWorld {
  readonly tools: Map<string, RegisteredTool>;
  mayCall: boolean;
  /** The only persons that may give grants. */
  givers: readonly string[];
}

export interface GrantRig {
  readonly grants: Grants;
  readonly stores: DurableStores;
  readonly hands: Hands;
  readonly world: GrantWorld;
}

const start = Date.UTC(2026, 10, 1);

/** Builds a tool of the server `bank` that changes something and needs the operator's approval. */
export function bankTool(
  publicName: string,
  contract: Parameters<typeof toolContract>[0] = {},
  more: Partial<RegisteredTool> = {},
): RegisteredTool {
  const bound = { name: publicName, server: "bank", digest: `digest of ${publicName}` };
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "operator" } as const;
  return writingTool({
    publicName,
    contract: toolContract({ effect: "write", terms: { effect: "write" }, ...bound, ...contract }),
    home: { kind: "server", server: "bank" },
    settings,
    ...more,
  });
}

/** Builds the wish for a grant with the test's differences. */
export function gift(differences: Partial<Gift> = {}): Gift {
  return {
    server: "bank",
    tool: "transfer",
    principal: "ada",
    tenant: null,
    uses: 2,
    lasts: "PT1H",
    reason: "the monthly run",
    by: "olga",
    ...differences,
  };
}

/**
 * Creates grants in memory with mutable surroundings. A second rig on the same stores acts as a
 * second process.
 */
export function grantRig(given: Partial<Omit<GrantRig, "grants">> = {}): GrantRig {
  const hands = given.hands ?? { now: start };
  const stores = given.stores ?? openMemoryStores({ link });
  const world = given.world ?? {
    tools: new Map([["transfer", bankTool("transfer")]]),
    mayCall: true,
    givers: ["olga", "otto"],
  };
  const grants = new Grants({
    store: stores.grants,
    clock: { now: () => hands.now },
    randomBytes: createRandom(),
    entryOf,
    checks: {
      tools: () => world.tools,
      mayCall: () => world.mayCall,
      mayGive: ({ by }) => world.givers.includes(by),
    },
  });
  return { grants, stores, hands, world };
}

/** Gives a grant that must succeed. */
export async function mustGive(
  { grants }: Pick<GrantRig, "grants">,
  differences: Partial<Gift> = {},
): Promise<StoredGrant> {
  const result = await grants.give(gift(differences));
  if (result.kind !== "given") throw new Error(JSON.stringify(result));
  return result.grant;
}

const entryOf = createGrantEntryOf({
  nameOf: async (id) => id,
  noteOf: ({ kind, at, callId, about }) => ({
    body: canonicalJson({ kind, at, callId: callId ?? null, ...about }),
    part: "note",
    at,
  }),
});
