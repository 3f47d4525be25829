import { closed, type Exhibit, success, textIn } from "../server.ts";

const code = { type: "string", maxLength: 20, description: "Two letters and four digits" };

/** Matches its pattern anywhere in a text, although its schema anchors it. */
export const patternUnanchored: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "get-part",
      description: "Returns the name of a part by its code.",
      input: closed({ code: { ...code, pattern: "^[A-Z]{2}[0-9]{4}$" } }),
      enforced: closed({ code: { ...code, pattern: "[A-Z]{2}[0-9]{4}" } }),
      output: closed({ name: { type: "string" } }),
      run: (input) => success({ name: `Part ${textIn(input, "code").slice(0, 2)}` }),
    },
  ],
};
