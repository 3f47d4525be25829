import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Makes something up where a required argument is missing. */
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
