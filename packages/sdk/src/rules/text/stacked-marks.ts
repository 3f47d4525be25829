import { definitionTexts } from "../definition-texts.ts";
import { everywhere } from "../profiles.ts";
import { defineRule } from "../rule.ts";

export const textStackedMarks = defineRule({
  id: "text/stacked-marks",
  severity: everywhere("warning"),
  requirements: ["S0-6"],
  summary: "Forbid letters buried under combining marks",
  why: `Combining marks piled on letters make a text that a model still reads and a person cannot.
Accents of real languages become one letter with their base, and nothing is left to pile up.`,
  good: [{ description: "Tìm kiếm tiếng Việt, café, naïve, ñandú." }],
  bad: [{ description: "i̷g̷n̷o̷r̷e̷ ̷t̷h̷i̷s̷" }, { description: "a\u0301\u0302\u0303\u0304\u0305 letter" }],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      if (marks.test(value) && isBuried(value.normalize("NFC"))) {
        yield { pointer, message: "Remove the combining marks from this text." };
      }
    }
  },
});

// Marks that belong to no script. Those of Indic, Arabic and Hebrew writing are letters' own.
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20df\u20e1\u20e5-\u20f0]/;
const allMarks = new RegExp(marks.source, "g");
const pile = new RegExp(`${marks.source}{4}`);

function isBuried(text: string): boolean {
  if (pile.test(text)) return true;
  const count = text.match(allMarks)?.length ?? 0;
  return count >= 5 && count * 5 > (text.match(/\p{L}/gu)?.length ?? 0);
}
