import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Guard } from "./guard.ts";
import { configOf, defaults, type Placement, type Subject, serveCommand } from "./subjects.ts";

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

export function guarded(guard: Guard, shared: SharedStores | undefined): readonly Subject[] {
  const { token } = guard;
  const onlyCalls = { ...defaults, upstreamKinds: ["http"], workloads: ["call"], token } as const;
  const alone = { url: "sqlite:state.db" };
  return [
    {
      ...onlyCalls,
      name: guardedReads,
      command: (placement) => command(placement, { guard, effect: "read", stores: alone }),
    },
    {
      // Each call is on disk before the server receives it.
      ...onlyCalls,
      name: guardedWrites,
      command: (placement) => command(placement, { guard, effect: "write", stores: alone }),
    },
    ...(shared === undefined ? [] : [replicas({ ...onlyCalls, guard }, shared)]),
  ];
}

type Replicated = Omit<Subject, "name" | "command"> & { readonly guard: Guard };

function replicas({ guard, ...terms }: Replicated, shared: SharedStores): Subject {
  const stores = { url: shared.postgres, redis: shared.redis };
  return {
    ...terms,
    name: twoReplicas,
    // A legacy session lives in one replica only.
    eras: ["modern"],
    replicas: 2,
    command: (placement) => command(placement, { guard, effect: "read", stores }),
  };
}

interface GuardedOptions {
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
  { port, upstream, folder }: Placement,
  { guard, effect, stores }: GuardedOptions,
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
