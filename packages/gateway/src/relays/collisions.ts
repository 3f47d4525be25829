import type { Logger } from "../telemetry/events.ts";
import type { Collision } from "./merge.ts";

/** Limit on logged collisions. */
const mostTold = 1_000;

/** Warns once per prompt that another one shadows, however many lists omit it. */
export function createCollisionLog(log: Logger["log"]): (collision: Collision) => void {
  const told = new Set<string>();
  return ({ key: prompt, winner, loser }) => {
    const id = JSON.stringify([prompt, winner, loser]);
    if (told.has(id) || told.size >= mostTold) return;
    told.add(id);
    log("prompt.collided", { prompt, winner, loser });
  };
}
