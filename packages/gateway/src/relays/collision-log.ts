import type { Logger } from "../telemetry/events.ts";
import type { Collision } from "./owners.ts";

/** Limit on logged collisions. */
const maxLogged = 1_000;

/** Warns once per entry that another one shadows, however many lists omit it. */
export function createCollisionLog(log: Logger["log"]): (collision: Collision) => void {
  const logged = new Set<string>();
  return ({ list, key, winner, loser }) => {
    const id = JSON.stringify([list, key, winner, loser]);
    if (logged.has(id) || logged.size >= maxLogged) return;
    logged.add(id);
    if (list === "prompts") log("prompt.collided", { prompt: key, winner, loser });
    else log("resource.collided", { uri: key, winner, loser });
  };
}
