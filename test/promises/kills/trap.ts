import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import type { Random } from "../random.ts";
import type { Killable } from "../world/killable.ts";

/** Time of the kill: random, or exactly between two steps of a call. */
export type Moment = "any" | "tool-called" | "tool-answered" | "caller-answered";

const moments: readonly Moment[] = [
  "any",
  "any",
  "tool-called",
  "tool-answered",
  "caller-answered",
];

/** Waits for a moment in a gateway's life and kills it then. */
export interface Traps {
  /** Resolves when the gateway is gone. */
  readonly setFor: (gateway: Killable) => Promise<void>;
  readonly passed: (moment: Moment) => void;
}

/** If the moment does not come in this time, any other will do. */
const patienceMs = 1_500;

export function createTraps(random: Random): Traps {
  let armed: { readonly moment: Moment; left: number; readonly spring: () => void } | undefined;
  return {
    setFor: async (gateway) => {
      const moment = moments[random.below(moments.length)] ?? "any";
      armed = { moment, left: 1 + random.below(60), spring: gateway.kill };
      const ms = moment === "any" ? 20 + random.below(500) : patienceMs;
      const over = new AbortController();
      const late = systemClock.sleep(ms, over.signal).catch(() => undefined);
      await Promise.race([gateway.gone, late]);
      over.abort();
      gateway.kill();
      await gateway.gone;
    },
    passed: (moment) => {
      if (armed?.moment !== moment) return;
      armed.left -= 1;
      if (armed.left === 0) armed.spring();
    },
  };
}
