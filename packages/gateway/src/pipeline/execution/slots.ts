import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Principal } from "../call.ts";
import type { ToolShare } from "./shares.ts";

/** A request for a slot, and whether it runs inside the slot of its outer call. */
export interface Wanted {
  readonly tool: RegisteredTool;
  readonly isInside: boolean;
  readonly principal: Principal;
  readonly of: ToolShare;
  /** No call waits longer than it may run. */
  readonly timeoutMs: number;
}

/**
 * Slots for calls: a limit for the whole toolbox and one per tool. `Held` represents one call's
 * slot.
 */
export interface Slots<Held> {
  /** Takes a slot for one call if one is free. An inner call needs only its tool's. */
  readonly take: (wanted: Wanted) => Held | undefined;
  readonly leave: (held: Held) => void;
  /**
   * Asks other processes for a slot, polled while calls wait. Default: none, if no other process
   * shares them.
   */
  readonly ask?: (wanted: Wanted) => Promise<Held | undefined>;
}

/** The number of running calls of a tool, and its reusable slot objects. */
interface Instances {
  running: number;
  readonly outside: Taken;
  readonly inside: Taken;
}

interface Taken {
  readonly tool: string;
  readonly isInside: boolean;
}

/** Creates slots of this process alone. Taking one neither waits nor allocates. */
export function createLocalSlots(maxConcurrent: number): Slots<Taken> {
  // A tool stays in here after its calls have ended. The registry's history bounds the size.
  const byTool = new Map<string, Instances>();
  let total = 0;

  const instancesOf = (tool: string): Instances => {
    const known = byTool.get(tool);
    if (known !== undefined) return known;
    const none = {
      running: 0,
      outside: { tool, isInside: false },
      inside: { tool, isInside: true },
    };
    byTool.set(tool, none);
    return none;
  };

  return {
    take: ({ tool: { publicName, settings }, isInside }) => {
      const instances = instancesOf(publicName);
      if (instances.running >= settings.maxInstances) return undefined;
      if (!isInside) {
        if (total >= maxConcurrent) return undefined;
        total += 1;
      }
      instances.running += 1;
      return isInside ? instances.inside : instances.outside;
    },
    leave: ({ tool, isInside }) => {
      if (!isInside) total -= 1;
      instancesOf(tool).running -= 1;
    },
  };
}
