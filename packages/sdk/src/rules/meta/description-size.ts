import { defineRule, everywhere } from "../rule.ts";
import { bytesOf } from "./text-length.ts";

const maxBytes = 16_384;

export const metaDescriptionSize = defineRule({
  id: "meta/description-size",
  severity: everywhere("error"),
  requirements: [],
  summary: "Limit a description to 16 kB",
  why: `Every description is sent to the model with every question. One of this size crowds out the other tools.
Its end is not read before approval, and instructions hide there. The longest honest description we
measured has 10 kB.`,
  good: [{ description: "a".repeat(maxBytes) }],
  bad: [{ description: "a".repeat(maxBytes + 1) }],

  *check({ description }) {
    if (bytesOf(description) > maxBytes) {
      yield { pointer: "/description", message: "Shorten the description to at most 16 kB." };
    }
  },
});
