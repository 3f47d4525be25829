import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Omits a required field that would be empty. */
export const missingOutputField: Exhibit = {
  breaks: "test/output-nonconformant",
  start: () => [
    {
      name: "split-name",
      description: "Splits a name at the first space. Returns both parts.",
      input: closed({ name: { type: "string", description: "A name" } }),
      output: closed({ first: { type: "string" }, last: { type: "string" } }),
      run: (input) => {
        const [first = "", last] = textIn(input, "name").split(" ");
        return success(last === undefined ? { first } : { first, last });
      },
    },
  ],
};
