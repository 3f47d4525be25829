import { randomInt } from "node:crypto";
import { closed, type Exhibit, numberIn, success } from "../server.ts";

const sides = { type: "integer", minimum: 2, maximum: 100, description: "How many sides" };

/** Answers by chance and by the time of day, without side effects. */
export const dice: Exhibit = {
  start: () => [
    {
      name: "roll-die",
      description: "Rolls a die of so many sides. Returns what it shows.",
      input: closed({ sides }),
      output: closed({ shows: { type: "integer", minimum: 1 } }),
      run: (input) => success({ shows: randomInt(numberIn(input, "sides")) + 1 }),
    },
    {
      name: "get-uptime",
      description: "Returns for how many seconds the server has been running, and its load.",
      input: closed({}),
      output: closed({ seconds: { type: "integer" }, load: { type: "number" } }),
      run: (_, { clock }) =>
        success({ seconds: Math.floor(clock.monotonic() / 1_000), load: randomInt(100) / 100 }),
    },
  ],
};
