import { closed, type Exhibit, textIn } from "../server.ts";

const source = { type: "string", maxLength: 2_000, description: "The program" };

/** Reports errors as its normal result, so its successes are full of them. */
export const linter: Exhibit = {
  start: () => [
    {
      name: "check-program",
      description: "Checks a program. Returns whether it is valid, and the first error if not.",
      input: closed({ source }),
      output: closed({ valid: { type: "boolean" }, error: { type: ["string", "null"] } }),
      run: (input) => {
        const valid = textIn(input, "source").endsWith(";");
        const error = valid ? null : "Error: expected ; at the end";
        const text = error ?? "The program is valid.";
        return { content: [{ type: "text", text }], structuredContent: { valid, error } };
      },
    },
    {
      name: "print-program",
      description: "Prints a program with numbered lines, as text alone.",
      input: closed({ source }),
      run: (input) => {
        const lines = textIn(input, "source").split("\n");
        const text = lines.map((line, at) => `${at + 1} ${line}`).join("\n");
        return { content: [{ type: "text", text }] };
      },
    },
  ],
};
