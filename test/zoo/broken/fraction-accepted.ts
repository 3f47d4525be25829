import { closed, type Exhibit, numberIn, success } from "../server.ts";

const floor = { type: "integer", minimum: 0, maximum: 9, description: "A floor" };

/** Rounds fractions although its schema requires an integer. */
export const fractionAccepted: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "get-rooms",
      description: "Returns how many rooms there are on a floor.",
      input: closed({ floor }),
      enforced: closed({ floor: { ...floor, type: "number" } }),
      output: closed({ rooms: { type: "integer" } }),
      run: (input) => success({ rooms: 10 + Math.round(numberIn(input, "floor")) }),
    },
  ],
};
