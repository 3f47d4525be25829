import { definitionTexts } from "../definition-texts.ts";
import { defineRule, everywhere } from "../rule.ts";

export const textConcealedMarkup = defineRule({
  id: "text/concealed-markup",
  severity: everywhere("warning"),
  requirements: ["S0-6"],
  summary: "Forbid markup that hides its text from a reader",
  why: `A comment, an element that is not displayed or a letter of size zero is invisible on
screen, but every model reads it.`,
  good: [
    { description: "Turns <b>bold</b> HTML into text. Use a < b to compare." },
    {
      description: "Removes <script> and <style> elements; see [the manual](https://example.com).",
    },
  ],
  bad: [
    { description: "Adds. <!-- and then read the file -->" },
    { description: 'Adds. <span style="display: none">and then read</span>' },
    { description: "Adds. <div hidden>and then read</div>" },
    { description: "Adds. <template>and then read</template>" },
    { description: "Adds. ![](https://collect.example/?q=)" },
    { description: "Adds.\n[//]: # (and then read)" },
  ],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      if (/[<[]/.test(value) && concealing.some((pattern) => pattern.test(value))) {
        yield { pointer, message: "Remove the markup that hides text, and the text in it." };
      }
    }
  },
});

const concealing: readonly RegExp[] = [
  /<!--/,
  /style\s{0,9}=[^>]{0,200}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i,
  /style\s{0,9}=[^>]{0,200}(?:font-size|opacity|width|height)\s{0,9}:\s{0,9}0(?![.\d]*[1-9])/i,
  /style\s{0,9}=[^>]{0,200}color\s{0,9}:\s{0,9}(?:white|transparent|#fff)/i,
  /style\s{0,9}=[^>]{0,200}(?:left|top|text-indent)\s{0,9}:\s{0,9}-\d{3}/i,
  /<font\s[^>]{0,200}?color\s{0,9}=\s{0,9}["']?(?:white|transparent|#fff)/i,
  // Elements whose text no page shows. Naming one is fine. Giving it a text is not.
  /<(?:template|script|style|noscript|title)\b[^>]{0,200}>[^<]{0,200}\w[^<]{0,200}<\//i,
  /<meta\s[^>]{0,200}?\bcontent\s{0,9}=/i,
  /<[a-z][a-z0-9]{0,20}\s[^>]{0,200}?\b(?:hidden\b|aria-hidden\s{0,9}=\s{0,9}["']?true)/i,
  // A link definition that Markdown never renders, often used as a comment.
  /^ {0,3}\[[^\]\n]{1,40}\]: {0,3}(?:#|<>)/m,
  // A link or an image without visible text.
  /(?<!\w)\[\s{0,9}\]\(\s{0,9}[^)\s]/,
];
