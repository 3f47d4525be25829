import { closed, type Exhibit, numberIn, success } from "../server.ts";

const nodes = ["one", "two", "three"];

/** Returns null instead of a text for an empty place. */
export const nullInOutput: Exhibit = {
  breaks: "test/output-nonconformant",
  start: () => [
    {
      name: "get-name",
      description: "Returns the name at a place.",
      input: closed({ place: { type: "integer", minimum: 0, description: "Which place" } }),
      output: closed({ name: { type: "string", description: "The name" } }),
      run: (input) => success({ name: nodes[numberIn(input, "place")] ?? null }),
    },
  ],
};
