import { closed, type Exhibit, success } from "../server.ts";

/** Coerces any value to a number. */
export const typeCoerced: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "double-number",
      description: "Doubles a number. Returns the result.",
      input: closed({ number: { type: "integer", minimum: 0, maximum: 1_000 } }),
      enforced: closed({ number: { type: ["integer", "string"], minimum: 0, maximum: 1_000 } }),
      output: closed({ doubled: { type: "integer" } }),
      run: (input) => {
        const number = Math.trunc(Number(input["number"]));
        return success({ doubled: Number.isSafeInteger(number) ? number * 2 : 0 });
      },
    },
  ],
};
