import { closed, type Exhibit, success, textIn } from "../server.ts";

const units = ["celsius", "fahrenheit"];

/** Accepts an unknown unit as a known one. */
export const enumNotEnforced: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "get-temperature",
      description: "Returns the temperature outside in a unit.",
      input: closed({ unit: { type: "string", enum: units, description: "Which unit" } }),
      enforced: closed({ unit: { type: "string" } }),
      output: closed({ degrees: { type: "number" } }),
      run: (input) => success({ degrees: textIn(input, "unit") === "fahrenheit" ? 68 : 20 }),
    },
  ],
};
