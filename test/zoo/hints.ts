import type { JsonObject } from "@toolcourt/sdk";
import { closed } from "./server.ts";

/** Returns hints with everything the profile requires. */
export function hintsWith(confidence: number): JsonObject {
  return {
    suggestedNextActions: [],
    relatedResources: [],
    confidence,
    sourceQuality: "high",
    validityPeriod: "short",
    contextNeeded: [],
    assumptions: [],
    riskFactors: [],
    dependencies: [],
    estimatedImpact: { benefit: 0, effort: 0, roi: 0 },
    preferenceAlignment: [],
  };
}

/** A tool of the profile: its data and its hints. */
export const findBook = {
  name: "find-book",
  description: "Finds a book by a word of its title. Returns the title that fits best.",
  input: closed({ word: { type: "string", maxLength: 200, description: "A word of the title" } }),
  output: closed({
    data: closed({
      word: { type: "string", description: "What was looked for" },
      title: { type: "string", description: "Empty where nothing fits" },
    }),
    agentHints: { type: "object", description: "What to think of it" },
  }),
};

const titles = ["Emma", "Ulysses", "Middlemarch"];

export function titleWith(word: string): string {
  return titles.find((title) => title.toLowerCase().includes(word.toLowerCase())) ?? "";
}
