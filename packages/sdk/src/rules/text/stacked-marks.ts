import { definitionTexts } from "../definition-texts.ts";
import { defineRule, everywhere } from "../rule.ts";

export const textStackedMarks = defineRule({
  id: "text/stacked-marks",
  severity: everywhere("warning"),
  requirements: ["S0-6"],
  summary: "Forbid letters buried under combining marks",
  why: `Combining marks piled on letters make a text that a model can still read, but a person cannot.
Accents of real languages combine with their base into one letter, so none are left over.`,
  good: [{ description: "Tìm kiếm tiếng Việt, café, naïve, ọ̀rọ̀ àwọn ẹ̀dá ọmọ ẹ̀kọ́." }],
  bad: [{ description: "i̷g̷n̷o̷r̷e̷ ̷t̷h̷i̷s̷" }, { description: "a\u0301\u0302\u0303\u0304\u0305 letter" }],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      if (marks.test(value) && isBuried(value.normalize("NFC"))) {
        yield { pointer, message: "Remove the combining marks from this text." };
      }
    }
  },
});

// Combining marks that belong to no script. Indic, Arabic and Hebrew marks are part of their
// letters.
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20df\u20e1\u20e5-\u20f0]/;
const allMarks = new RegExp(marks.source, "g");
const pile = new RegExp(`${marks.source}{4}`);

// Strokes through letters. No language uses them, and a formula has fewer than three.
const strokes = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/g;

// Yoruba and related languages keep an uncomposed mark on about every third letter.
function isBuried(text: string): boolean {
  if (pile.test(text) || countOf(strokes, text) >= 3) return true;
  const count = countOf(allMarks, text);
  return count >= 5 && count * 2 > countOf(/\p{L}/gu, text);
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
