import { defineRule, everywhere } from "../rule.ts";
import { bytesOf } from "./text-length.ts";

const maxBytes = 4_096;

export const metaDescriptionBrief = defineRule({
  id: "meta/description-brief",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Limit a description to 4 kB",
  why: `Ninety-nine of a hundred real descriptions stay far below 4 kB. A longer one usually holds a manual
that belongs elsewhere, and now and then something that was meant to be overlooked.`,
  good: [{ description: "a".repeat(maxBytes) }],
  bad: [{ description: "a".repeat(maxBytes + 1) }],

  *check({ description }) {
    if (bytesOf(description) > maxBytes) {
      yield { pointer: "/description", message: "Shorten the description to at most 4 kB." };
    }
  },
});
