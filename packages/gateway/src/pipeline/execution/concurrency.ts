import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { SharedSlots } from "../limits/shared-slots.ts";
import type { Slot, Want } from "../limits/stock.ts";
import type { Stages } from "../pipeline.ts";
import { timeoutMsOf } from "./execute.ts";
import { Queue, type QueueOptions } from "./queue.ts";
import { Shares } from "./shares.ts";
import { createLocalSlots, type Slots, type Wanted } from "./slots.ts";

export interface ConcurrencyOptions extends QueueOptions {
  /** Maximum concurrent calls of the whole toolbox. */
  readonly maxConcurrent: number;
  /** Slots shared with other processes of one toolbox. Default: counted in this process only. */
  readonly sharedSlots?: SharedSlots | undefined;
}

interface Wants {
  readonly outside: readonly Want[];
  readonly inside: readonly Want[];
}

/**
 * Limits concurrent calls per toolbox and per tool; others wait in a bounded queue. Tenants and
 * principals share slots and queue fairly, those of this process. A slot is freed when the call
 * ends, even an abandoned one. Otherwise a tool that never answers could hold all slots forever.
 */
export function withConcurrency(run: Stages["run"], options: ConcurrencyOptions): Stages["run"] {
  const { maxConcurrent, sharedSlots } = options;
  return sharedSlots === undefined
    ? inSlots(run, createLocalSlots(maxConcurrent), options)
    : inSlots(run, createReplicaSlots(sharedSlots, maxConcurrent), options);
}

function inSlots<Held>(
  run: Stages["run"],
  slots: Slots<Held>,
  options: ConcurrencyOptions,
): Stages["run"] {
  const shares = new Shares(options.clock, options.maxConcurrent);
  const queue = new Queue({ slots, shares }, options);
  return async (call, signal) => {
    const { registered: tool, principal } = call;
    const of = shares.of(principal, tool.publicName);
    // An inner call runs in the slot of its caller, which waits for it. So a toolbox of one slot
    // does not deadlock.
    const isInside = call.within !== undefined;
    const wanted = { tool, isInside, principal, of, timeoutMs: timeoutMsOf(call) };
    const held = queue.take(wanted) ?? (await queue.wait(wanted, signal));
    try {
      return await run(call, signal);
    } finally {
      queue.leave(held, wanted);
    }
  };
}

/** Creates slots over all processes that share a store. */
function createReplicaSlots(shared: SharedSlots, maxConcurrent: number): Slots<readonly Slot[]> {
  const toolbox: Want = { key: "toolbox", max: maxConcurrent };
  const known = new WeakMap<RegisteredTool, Wants>();

  const wantsOf = ({ tool, isInside }: Wanted): readonly Want[] => {
    const wants = known.get(tool) ?? wantsFor(tool);
    return isInside ? wants.inside : wants.outside;
  };

  const wantsFor = (tool: RegisteredTool): Wants => {
    const own = { key: keyOf(tool), max: tool.settings.maxInstances };
    // The tool first: a call that waits for it must not hold a toolbox slot.
    const wants = { outside: [own, toolbox], inside: [own] };
    known.set(tool, wants);
    return wants;
  };

  return {
    take: (wanted) => shared.take(wantsOf(wanted)),
    ask: (wanted) => shared.ask(wantsOf(wanted)),
    leave: (slots) => shared.leave(slots),
  };
}

// Uses the server's name for the tool: another process may give its public name to another tool.
function keyOf({ contract, home }: RegisteredTool): string {
  return JSON.stringify(["tool", home.kind, contract.server, contract.name]);
}
