import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Invents a value for a missing required argument. */
export const requiredNotEnforced: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "greet-person",
      description: "Greets a person by name. Returns the greeting.",
      input: closed({ name: { type: "string", description: "Whom" } }),
      enforced: closed({ name: { type: "string" } }, []),
      output: closed({ greeting: { type: "string" } }),
      run: (input) => success({ greeting: `Hello ${textIn(input, "name")}` }),
    },
  ],
};
