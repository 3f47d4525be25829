import type { Logger } from "../foundation/telemetry/events.ts";
import type { Collision } from "./merge.ts";

/** More than that many are not worth a line each. */
const mostTold = 1_000;

/** Warns of each prompt that another one hides, once, however many lists it is missing from. */
export function createCollisionLog(log: Logger["log"]): (collision: Collision) => void {
  const told = new Set<string>();
  return ({ key: prompt, winner, loser }) => {
    const id = JSON.stringify([prompt, winner, loser]);
    if (told.has(id) || told.size >= mostTold) return;
    told.add(id);
    log("prompt.collided", { prompt, winner, loser });
  };
}
