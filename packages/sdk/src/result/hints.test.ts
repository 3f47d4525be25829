import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  confidence,
  type HintsDraft,
  hints,
  hintsForChange,
  hintsForFailure,
  hintsForFound,
  hintsForNothing,
  hintsForPage,
  impact,
} from "./build-hints.ts";
import { agentHintsSchema } from "./hints.ts";

const draft: HintsDraft = {
  confidence: [{ name: "exact", value: 0.5 }],
  sourceQuality: "high",
  validityPeriod: "short",
};

const minimal = hints(draft);

describe("agent hints", () => {
  it("are complete when built by their builder", () => {
    expect(agentHintsSchema.safeParse(minimal).success).toBe(true);
    expect(minimal).toMatchObject({
      confidence: 0.5,
      suggestedNextActions: [],
      preferenceAlignment: [],
      estimatedImpact: { benefit: 0, effort: 0, roi: 0 },
    });
  });

  it.each(
    Object.keys(minimal).map((key) =>
      Object.fromEntries(Object.entries(minimal).filter(([other]) => other !== key)),
    ),
  )("require each of the eleven fields %#", (incomplete) => {
    expect(agentHintsSchema.safeParse(incomplete).success).toBe(false);
  });

  it.each([
    { confidence: 1.01 },
    { confidence: -0.01 },
    { confidence: Number.NaN },
    { sourceQuality: "great" },
    { validityPeriod: "forever" },
    { suggestedNextActions: [{ action: "Do It", priority: "high" }] },
    { suggestedNextActions: [{ action: "do-it", priority: "urgent" }] },
    { suggestedNextActions: [{ action: "do-it", priority: "high", mood: "good" }] },
    { relatedResources: [{ type: "deck", id: "1", label: "One", relevance: 2 }] },
    { riskFactors: [{ type: "x", severity: "low", description: "d", probability: 0, impact: 0 }] },
    { dependencies: [{ action: "a", dependsOn: ["b"], type: "maybe" }] },
    { preferenceAlignment: [{ action: "a", preference: "p", alignment: "strong", score: 1.1 }] },
    { warnings: [{ type: "other", severity: "low", message: "m" }] },
    { alternatives: [{ approach: "a", confidence: 2, reasoning: "r" }] },
    { metadata: { generatedAt: "today", generatedBy: "me" } },
    { estimatedImpact: { benefit: 0.5, effort: 0.5, roi: 1.02 } },
    { estimatedImpact: { benefit: 0.5, effort: 0, roi: Number.POSITIVE_INFINITY } },
  ])("are refused when out of bounds %j", (wrong) => {
    expect(agentHintsSchema.safeParse({ ...minimal, ...wrong }).success).toBe(false);
  });

  it.each([
    { benefit: 0.85, effort: 0.2, roi: 4.25 },
    { benefit: 0.5, effort: 0.5, roi: 1.01 },
    { benefit: 1, effort: 0.3, roi: 3.33 },
    { benefit: 0, effort: 0, roi: 0 },
    { benefit: 0.5, effort: 0, roi: 50 },
  ])("may have a rounded roi %j", (estimatedImpact) => {
    expect(agentHintsSchema.safeParse({ ...minimal, estimatedImpact }).success).toBe(true);
  });
});

describe("impact", () => {
  it.each([
    [0.85, 0.2, 4.25],
    [0, 0, 0],
    [0.5, 0, 50],
    [1, 0.001, 100],
    [2, -1, 100],
    [Number.NaN, Number.NaN, 0],
  ])("of benefit %d for effort %d has the roi %d", (benefit, effort, roi) => {
    expect(impact({ benefit, effort }).roi).toBe(roi);
  });

  it("always satisfies the schema of hints", () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (benefit, effort) => {
        const estimatedImpact = impact({ benefit, effort });

        expect(agentHintsSchema.safeParse({ ...minimal, estimatedImpact }).success).toBe(true);
      }),
    );
  });
});

describe("confidence", () => {
  it("is zero without signals", () => {
    expect(confidence([])).toBe(0);
    expect(confidence([{ name: "ignored", value: 1, weight: 0 }])).toBe(0);
  });

  it("is the weighted mean of the signals", () => {
    const signals = [
      { name: "exact match", value: 1, weight: 3 },
      { name: "fresh", value: 0.6 },
    ];

    expect(confidence(signals)).toBe(0.9);
  });

  it("is from 0 to 1 for any signals", () => {
    const signal = fc.record({ name: fc.string(), value: fc.double(), weight: fc.double() });

    fc.assert(
      fc.property(fc.array(signal), (signals) => {
        const value = confidence(signals);

        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("the usual hints", () => {
  const deck = { type: "deck", id: "deck_1", label: "Deck" };
  const signals = { confidence: [{ name: "exact", value: 1 }] };

  it.each([
    hintsForFound(deck, signals),
    hintsForNothing(signals),
    hintsForPage({ shown: 3 }, signals),
    hintsForPage({ shown: 3, next: { offset: 3 } }, signals),
    hintsForChange(deck, signals),
    hintsForFailure({
      class: "validation",
      retryable: false,
      next: "Correct it.",
      problems: ["x"],
    }),
    hintsForFailure({ class: "system", retryable: true, next: "Wait.", problems: [] }),
  ])("are complete %#", (made) => {
    expect(agentHintsSchema.safeParse(made).success).toBe(true);
  });

  it("point to the next page if there is one", () => {
    const actions = hintsForPage({ shown: 2, next: { offset: 2 } }, signals).suggestedNextActions;

    expect(actions).toMatchObject([{ action: "get-next-page", data: { offset: 2 } }]);
    expect(hintsForPage({ shown: 2 }, signals).suggestedNextActions).toEqual([]);
  });

  it("name the subject first and keep other related resources", () => {
    const card = { ...deck, type: "card", relevance: 0.3 };

    const made = hintsForFound(deck, { ...signals, relatedResources: [card] });

    expect(made.relatedResources).toEqual([{ ...deck, relevance: 1 }, card]);
  });

  it("suggest a retry only for a retryable failure", () => {
    const failure = { class: "system", next: "Wait.", problems: [] } as const;

    expect(hintsForFailure({ ...failure, retryable: true }).suggestedNextActions).toHaveLength(1);
    expect(hintsForFailure({ ...failure, retryable: false }).suggestedNextActions).toEqual([]);
  });
});
