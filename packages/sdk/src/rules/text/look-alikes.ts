import { definitionTexts } from "../definition-texts.ts";
import { defineRule, everywhere } from "../rule.ts";

export const textLookAlikes = defineRule({
  id: "text/look-alikes",
  severity: everywhere("warning"),
  requirements: ["S0-6"],
  summary: "Forbid letters that only look like other letters",
  why: `A word in mathematical letters, or with a Cyrillic letter among Latin ones, looks ordinary but
is a different word. It evades searches and rules, and a name can impersonate another.`,
  good: [
    { description: "Measures in μm and Ω; Δt is in seconds. Поиск по API-ключу." },
    { description: "検索ツール（ＡＰＩ）" },
  ],
  bad: [
    { description: "𝗶𝗴𝗻𝗼𝗿𝗲 the rest" },
    { description: "Reads the pаssword" },
    { description: "ｉｇｎｏｒｅ the rest" },
    { description: "Reads the сору" },
  ],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      const message = plainAscii.test(value) ? undefined : complaint(value);
      if (message !== undefined) yield { pointer, message };
    }
  },
});

// Half of all texts are plain ASCII and nothing in them can look like something else.
// oxlint-disable-next-line no-control-regex -- the whole ASCII range is meant
const plainAscii = /^[\u0000-\u007f]*$/;

// Mathematical, bracketed, circled, squared, small-capital and superscript letters. Three in a row
// are writing, one is a formula.
const styled = new RegExp(
  `[${[
    "\\u{1d400}-\\u{1d7cb}",
    "\\u249c-\\u24e9\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}",
    "\\u1d00-\\u1d2b\\u0262\\u026a\\u0274\\u0280\\u028f\\u029c\\u029f\\ua730\\ua731",
    "\\u02b0-\\u02b8\\u1d2c-\\u1d6a\\u1d9b-\\u1dbf\\u2090-\\u209c",
  ].join("")}]{3}`,
  "u",
);
const fullWidth = /[\uff21-\uff3a\uff41-\uff5a]{3}/;
// A full-width letter next to an ASCII letter is a disguised word, even near Chinese or Japanese
// text.
const halfWide = /[a-z][\uff21-\uff3a\uff41-\uff5a]|[\uff21-\uff3a\uff41-\uff5a][a-z]/i;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const latin = /\p{Script=Latin}/u;
const cyrillic = /\p{Script=Cyrillic}/u;
const besideLatin =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
// Greek letters that look Latin. The others (μ, Δ, λ, π, TNFα, NFκB) occur in units, formulas and
// names.
const latinLookingGreek = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονριυτϲϳ]/;
const allLatinLookingCyrillic = /^[асеорухіјѕһӏԁԛԝАВЕКМНОРСТХІЈЅӀԌԚԜ]{3,}$/;

function complaint(text: string): string | undefined {
  if (isStyled(text)) return "Write this text in ordinary letters.";
  if (!latin.test(text)) return undefined;
  const words = text.match(/\p{L}+/gu) ?? [];
  if (words.some(mixesScripts)) return "Write every word of this text in one script.";
  const foreign = words.filter((word) => cyrillic.test(word));
  return foreign.length > 0 && foreign.every((word) => allLatinLookingCyrillic.test(word))
    ? "Write this text in one script."
    : undefined;
}

function isStyled(text: string): boolean {
  if (styled.test(text) || halfWide.test(text)) return true;
  return fullWidth.test(text) && !eastAsian.test(text);
}

function mixesScripts(word: string): boolean {
  return latin.test(word) && (besideLatin.test(word) || latinLookingGreek.test(word));
}
