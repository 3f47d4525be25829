import { dirname, join } from "node:path";
import {
  compareItems,
  type ItemDifference,
} from "@toolcourt/contracts/internal/lock/compare-items";
import {
  compareLock,
  type LockComparison,
  type LockDifference,
} from "@toolcourt/contracts/internal/lock/compare-lock";
import { emptyLock, type Lock, type LockedNames } from "@toolcourt/contracts/internal/lock/lock";
import type { ItemList } from "@toolcourt/contracts/internal/lock/locked-items";
import { lockName } from "@toolcourt/gateway/internal/compose/change-lock";
import { keyOf, revisePairs } from "@toolcourt/gateway/internal/compose/revise/revise-pairs";
import type { ReviewedLists } from "@toolcourt/gateway/internal/relays/route";
import type { CommandContext } from "../../command.ts";
import { openEngine } from "../../open-engine.ts";
import { openForCommand } from "../../open-for-command.ts";
import type { ExplainedDifference } from "./text.ts";

/** The current lock, and its differences from the servers' tools. */
export interface SeenLock {
  readonly lock: Lock;
  readonly comparison: LockComparison;
  /** The servers that answered and are left out. The comparison counts them as unreached. */
  readonly leftOut: ReadonlySet<string>;
  /** The owners of contested names, as a start would record them. */
  readonly names: LockedNames;
  /** Prompts, resource templates and views that differ. */
  readonly items: readonly ItemDifference[];
  /** Views that no approval admits. */
  readonly unsafe: readonly UnsafeView[];
  /** The lists of each server that were compared. */
  readonly answered: ReadonlyMap<string, ReadonlySet<ItemList>>;
  /** How many servers are configured. */
  readonly servers: number;
  /** How many tools, prompts, templates and views were offered or are in the lock. */
  readonly compared: number;
}

export interface UnsafeView {
  readonly server: string;
  readonly name: string;
  readonly problem: string;
}

/** Returns the path of the lock, next to the configuration. */
export function lockBeside(config: string | undefined): string {
  return join(config === undefined ? "." : dirname(config), lockName);
}

/** Connects to the configured servers and compares their tools with the lock. Changes nothing. */
export async function lookAtLock(
  config: string | undefined,
  context: CommandContext,
): Promise<SeenLock> {
  const flags = {
    config,
    frozen: false,
    minLevel: "error",
    onlyLooks: true,
    mayBeAbsent: true,
  } as const;
  await using opened = await openForCommand(flags, context);
  const lock = opened.lock ?? emptyLock;
  const configured = opened.config.toolbox.servers.map(({ name }) => name);
  const { registry } = opened.gateway;
  const comparison = compareLock({ lock, offered: registry.offered(), configured });
  const offered = await opened.gateway.items();
  return {
    lock,
    comparison,
    leftOut: new Set(registry.leftOut().keys()),
    names: registry.lock().names ?? new Map(),
    items: compareItems(lock, offered),
    unsafe: unsafeIn(offered),
    servers: configured.length,
    compared: sizeOf(registry.offered(), offered, lock),
    answered: new Map([...offered].map(([server, { answered }]) => [server, answered])),
  };
}

function unsafeIn(offered: ReadonlyMap<string, ReviewedLists>): readonly UnsafeView[] {
  return [...offered].flatMap(([server, { items }]) =>
    items.flatMap(({ name, hold }) =>
      hold?.kind === "unsafe" ? [{ server, name, problem: hold.problem }] : [],
    ),
  );
}

function sizeOf(
  tools: ReadonlyMap<string, readonly unknown[]>,
  lists: ReadonlyMap<string, { readonly items: readonly unknown[] }>,
  { servers }: Lock,
): number {
  const offered = [...tools.values()].reduce((sum, each) => sum + each.length, 0);
  const items = [...lists.values()].reduce((sum, each) => sum + each.items.length, 0);
  return offered + items + [...servers.values()].reduce((sum, each) => sum + each.size, 0);
}

/** Determines the effect of each difference on callers. */
export async function explainDifferences(
  differences: readonly LockDifference[],
  { clock, signal }: Pick<CommandContext, "clock" | "signal">,
): Promise<readonly ExplainedDifference[]> {
  await using engine = openEngine({ clock });
  const pairs = differences.flatMap((each) => {
    if (each.kind !== "changed") return [];
    const { server, tool, locked, contract } = each;
    return [{ server, tool, was: locked.contract, now: contract.asReceived }];
  });
  const revised = await revisePairs(pairs, { engine, at: clock.now(), signal });
  return differences.map((difference) => {
    const found = revised.get(keyOf(difference.server, difference.tool));
    return { difference, ...(found && { revised: found }) };
  });
}
