import { closed, type Exhibit, numberIn, success } from "../server.ts";

const hour = { type: "integer", minimum: 0, exclusiveMaximum: 24, description: "An hour" };

/** Accepts the first number that its schema forbids. */
export const boundOffByOne: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "get-daylight",
      description: "Returns whether it is light at an hour.",
      input: closed({ hour }),
      enforced: closed({ hour: { type: "integer", minimum: 0, maximum: 24 } }),
      output: closed({ light: { type: "boolean" } }),
      run: (input) => success({ light: Math.abs(numberIn(input, "hour") - 13) < 7 }),
    },
  ],
};
