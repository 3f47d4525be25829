import { openSync } from "node:fs";
import { setInterval } from "node:timers";

// Loaded into a gateway by `--import`, to show that the soak finds a leak of each kind.

const kept: unknown[] = [];
setInterval(() => {
  kept.push(Array.from({ length: 40_000 }, (_, index) => index));
  kept.push(openSync("/dev/null", "r"));
  kept.push(setInterval(() => undefined, 3_600_000));
}, 100);
