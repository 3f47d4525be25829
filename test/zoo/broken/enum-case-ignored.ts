import { closed, type Exhibit, success, textIn } from "../server.ts";

const language = { type: "string", enum: ["en", "de", "fr"], description: "A language" };

/** Accepts an enum value in any case. */
export const enumCaseIgnored: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "get-greeting",
      description: "Returns a greeting in a language.",
      input: closed({ language }),
      enforced: closed({ language: { type: "string", pattern: "^([eE][nN]|[dD][eE]|[fF][rR])$" } }),
      output: closed({ greeting: { type: "string" } }),
      run: (input) =>
        success({ greeting: textIn(input, "language").toLowerCase() === "en" ? "Hello" : "Hallo" }),
    },
  ],
};
