import { closed, type Exhibit, numberIn, refusal, success } from "../server.ts";

// In two parts, so that secret scanners do not flag it.
const login = ["shop", "hunter2hunter2"].join(":");
const address = `postgres://${login}@db.internal:5432/shop`;

/** Shows the database credentials in a not-found error. */
export const secretInRefusal: Exhibit = {
  breaks: "test/secret-in-output",
  start: () => [
    {
      name: "get-order",
      description: "Returns the sum of an order.",
      input: closed({ order: { type: "integer", minimum: 1, description: "Its number" } }),
      output: closed({ sum: { type: "integer" } }),
      run: (input) =>
        numberIn(input, "order") < 5 ? success({ sum: 12 }) : refusal(`Not found at ${address}`),
    },
  ],
};
