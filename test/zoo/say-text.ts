import { closed, success, textIn, type ZooTool } from "./server.ts";

/** A tool without defects, for exhibits whose defect lies elsewhere. */
export const sayText: ZooTool = {
  name: "say-text",
  description: "Says a text. Returns the text as it was given.",
  input: closed({ text: { type: "string", description: "What to say" } }),
  output: closed({ text: { type: "string", description: "What was said" } }),
  run: (input) => success({ text: textIn(input, "text") }),
};
