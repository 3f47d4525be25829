import { definitionTexts } from "../definition-texts.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { type HiddenCharacter, hiddenCharacter } from "./hidden-characters.ts";

export const textVisible = defineRule({
  id: "text/visible",
  severity: everywhere("error"),
  requirements: ["S0-6", "S0-52"],
  summary: "Forbid characters that a reader cannot see",
  why: `A model reads every character, a person reads only those that are drawn. Hidden characters put
text into a definition that its reviewer never saw, or turn the order of words around. Joiners stay
where a script or an emoji needs them. A replacement character stands for bytes that were lost, so two
different texts look the same.`,
  good: [
    { description: "Finds an address in Genève. 検索ツール, می‌خواهم, 1️⃣, 👩‍🔬." },
    { description: "First line\r\n\tsecond line" },
  ],
  bad: [
    { description: "Adds two num\u200bbers." },
    { description: "Deletes\u202e gnihton\u202c" },
    withParameters({ "city\ufeff": { type: "string" } }),
    { description: "Adds\u{e0061}\u{e0062}" },
    { description: "Adds \u001b[8m two numbers." },
    { description: "Adds two n\ufffdmbers." },
  ],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      const hidden = hiddenCharacter(value) ?? lostCharacter(value);
      if (hidden !== undefined) {
        yield {
          pointer,
          message: `Remove the hidden ${hidden.kind} ${hidden.code} from this text.`,
        };
      }
    }
  },
});

// Results may quote broken bytes, so only definitions are refused for them.
function lostCharacter(text: string): HiddenCharacter | undefined {
  return text.includes("\ufffd") ? { code: "U+FFFD", kind: "replacement character" } : undefined;
}
