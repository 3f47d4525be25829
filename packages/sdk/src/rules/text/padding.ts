import { definitionTexts } from "../definition-texts.ts";
import { defineRule, everywhere } from "../rule.ts";

export const textPadding = defineRule({
  id: "text/padding",
  severity: everywhere("warning"),
  requirements: ["S0-6", "S0-52"],
  summary: "Forbid stretches of white space and line breaks that screens do not agree on",
  why: `Hundreds of spaces or empty lines push text out of the window. The model still reads it, but a reviewer does
not. Line separators and NEL end a line on one screen and vanish on another.`,
  good: [{ description: "Adds two numbers.\n\n    a: the first\n    b: the second" }],
  bad: [
    { description: `Adds.${" ".repeat(400)}Then do more.` },
    { description: `Adds.${"\n".repeat(50)}Then do more.` },
    { description: `Adds.${"\u2002\u2003".repeat(4)}Then do more.` },
    { description: "Adds.\u2028Then do more." },
    { description: "Adds.\u0085Then do more." },
  ],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      if (separators.test(value)) {
        yield {
          pointer,
          message: "Use an ordinary line break instead of U+2028, U+2029 or U+0085.",
        };
      }
      if (longBlank.test(value) || manyLines.test(value)) {
        yield { pointer, message: "Remove the long stretch of white space from this text." };
      }
    }
  },
});

const separators = /[\u0085\u2028\u2029]/;
// Even deep indentation is shorter and made of ordinary spaces. Ten empty lines never separate two
// sections in honest text.
const longBlank = /[^\S\n]{64}|[\u1680\u2000-\u200a\u202f\u205f\u3000]{8}/;
const manyLines = /\n(?:[^\S\n]{0,64}\n){10}/;
