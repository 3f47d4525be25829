import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contestant, configOf, type Placing, serveCommand, usual } from "./contestants.ts";
import type { Guard } from "./guard.ts";

// Our gateway with every check on: token, permissions, a policy with an argument condition, a rate
// limit and the audit log.

export const guardedReads = "toolcourt, guarded";
const guardedWrites = "the same, writes";
export const twoReplicas = "2 replicas";

/** The stores that two replicas share. */
export interface SharedStores {
  readonly postgres: string;
  readonly redis: string;
}

export function guarded(guard: Guard, shared: SharedStores | undefined): readonly Contestant[] {
  const { token } = guard;
  const onlyCalls = { ...usual, before: ["http"], heats: ["call"], token } as const;
  const alone = { url: "sqlite:state.db" };
  return [
    {
      ...onlyCalls,
      name: guardedReads,
      command: (placing) => command(placing, { guard, effect: "read", stores: alone }),
    },
    {
      // Each call is on disk before the server receives it.
      ...onlyCalls,
      name: guardedWrites,
      command: (placing) => command(placing, { guard, effect: "write", stores: alone }),
    },
    ...(shared === undefined ? [] : [replicas({ ...onlyCalls, guard }, shared)]),
  ];
}

type Replicated = Omit<Contestant, "name" | "command"> & { readonly guard: Guard };

function replicas({ guard, ...terms }: Replicated, shared: SharedStores): Contestant {
  const stores = { url: shared.postgres, redis: shared.redis };
  return {
    ...terms,
    name: twoReplicas,
    // A legacy session lives in one replica only.
    eras: ["modern"],
    replicas: 2,
    command: (placing) => command(placing, { guard, effect: "read", stores }),
  };
}

interface Held {
  readonly guard: Guard;
  readonly effect: "read" | "write";
  readonly stores: Readonly<Record<string, string>>;
}

/** Never reached by the load: we measure only the counting. */
const rateLimit = { maxCalls: 10_000_000, windowMs: 60_000 };

const policy = {
  version: 1,
  roles: { caller: ["echo:call"] },
  statements: [
    {
      id: "no-novels",
      effect: "deny",
      principals: ["*"],
      tools: ["*"],
      when: "has(args.text) && size(args.text) > 100000",
    },
    { id: "callers", effect: "allow", roles: ["caller"], tools: ["echo/*"] },
  ],
};

function command(
  { port, upstream, folder }: Placing,
  { guard, effect, stores }: Held,
): readonly string[] {
  const contracts = join(folder, "contracts", "echo");
  mkdirSync(contracts, { recursive: true });
  const terms = { effect, permissions: ["echo:call"], rateLimit };
  writeFileSync(join(contracts, "echo.yaml"), JSON.stringify({ terms }));
  writeFileSync(join(folder, "policy.yaml"), `${JSON.stringify(policy)}\n...\n`);
  const file = join(folder, "toolcourt.yaml");
  const config = {
    ...configOf([{ name: "echo", upstream }]),
    server: { auth: guard.auth },
    policy: { file: "policy.yaml" },
    stores,
  };
  writeFileSync(file, JSON.stringify(config));
  return serveCommand(file, port);
}
