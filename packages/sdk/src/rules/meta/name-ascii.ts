import { defineRule, everywhere } from "../rule.ts";

export const metaNameAscii = defineRule({
  id: "meta/name-ascii",
  severity: everywhere("error"),
  requirements: [],
  summary: "Forbid look-alike and invisible characters in a name",
  why: `A Cyrillic letter in \`pay-invoice\` makes another tool that no reviewer can tell from the real
one, and a control character makes one that a terminal shows wrongly. Approvals and policies name
tools by what people read, so a name has to be what it looks like.`,
  good: [{ name: "get-forecast" }, { name: "Get Forecast" }],
  bad: [{ name: "p\u0430y-invoice" }, { name: "get-card\u0007" }],

  *check({ name }) {
    if (/[^\x20-\x7e]/.test(name)) {
      yield { pointer: "/name", message: "Use only visible ASCII characters in the name." };
    }
  },
});
