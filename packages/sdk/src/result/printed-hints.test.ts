import { describe, expect, it } from "vitest";
import { agentHintsSchema } from "./hints.ts";

/** The hints that the requirement prints for `review-card`, copied from it (S3-159). */
const printed = {
  suggestedNextActions: [
    {
      action: "review-next-card",
      priority: "high",
      category: "learning",
      expectedOutcome: "Continue learning momentum",
      confidence: 0.92,
    },
    {
      action: "adjust-difficulty",
      priority: "medium",
      category: "optimization",
      expectedOutcome: "Better calibrated difficulty",
    },
  ],
  relatedResources: [
    {
      type: "deck",
      id: "deck_456",
      label: "Math Deck",
      relevance: 1.0,
      metadata: { quality: "high", freshness: "current" },
    },
  ],
  confidence: 0.95,
  sourceQuality: "high",
  validityPeriod: "short",
  contextNeeded: ["user's recent performance trend"],
  assumptions: ["User completed review attentively", "FSRS algorithm accurate"],
  riskFactors: [
    {
      type: "user-experience",
      severity: "low",
      description: "User might feel fatigued",
      probability: 0.2,
      impact: 0.1,
    },
  ],
  dependencies: [
    {
      action: "adjust-difficulty",
      dependsOn: ["review-next-card"],
      type: "recommended",
      reason: "Need more data points before adjustment",
    },
  ],
  estimatedImpact: {
    benefit: 0.85,
    effort: 0.2,
    roi: 4.25,
    affectedMetrics: ["retention_rate", "review_accuracy"],
  },
  preferenceAlignment: [
    {
      action: "review-next-card",
      preference: "continuous_learning",
      alignment: "strong",
      score: 0.9,
    },
  ],
  reasoning: "High confidence based on FSRS algorithm and recent performance",
  warnings: [
    {
      type: "performance",
      severity: "low",
      message: "User slower than usual",
      autoFixable: false,
    },
  ],
};

/** Values of each field, at its place in the printed hints: all that fit, and some that do not. */
const fields: readonly (readonly [
  place: string,
  good: readonly unknown[],
  bad: readonly unknown[],
])[] = [
  ["suggestedNextActions", [[]], [undefined, {}]],
  ["suggestedNextActions.0.action", ["do-it"], [undefined, "Do It"]],
  ["suggestedNextActions.0.priority", ["critical", "high", "medium", "low"], [undefined, "top"]],
  ["suggestedNextActions.0.data", [{ cardId: 1 }], [1]],
  ["suggestedNextActions.0.description", ["Why"], [1]],
  ["suggestedNextActions.0.estimatedTime", [1_500], ["1s"]],
  ["suggestedNextActions.0.estimatedCost", [0.02], ["cheap"]],
  [
    "suggestedNextActions.0.category",
    ["exploration", "optimization", "correction", "learning"],
    ["play"],
  ],
  ["suggestedNextActions.0.prerequisites", [["a"], []], ["a"]],
  ["suggestedNextActions.0.expectedOutcome", ["More"], [1]],
  ["suggestedNextActions.0.reversible", [true, false], ["yes"]],
  ["suggestedNextActions.0.confidence", [0, 1], [-0.1, 1.1]],
  ["relatedResources", [[]], [undefined]],
  ["relatedResources.0.type", ["deck"], [undefined]],
  ["relatedResources.0.id", ["deck_1"], [undefined]],
  ["relatedResources.0.label", ["Deck"], [undefined]],
  ["relatedResources.0.relevance", [0, 1], [undefined, 1.1, -0.1]],
  ["relatedResources.0.metadata.category", ["math"], [1]],
  ["relatedResources.0.metadata.lastAccessed", ["2026-01-15"], [1]],
  ["relatedResources.0.metadata.accessCount", [3], ["three"]],
  ["relatedResources.0.metadata.quality", ["high"], [1]],
  ["relatedResources.0.metadata.freshness", ["current"], [1]],
  ["confidence", [0, 1], [undefined, 1.1, -0.1, "high"]],
  ["sourceQuality", ["high", "medium", "low", "unknown"], [undefined, "great"]],
  [
    "validityPeriod",
    ["immediate", "short", "medium", "long", "indefinite"],
    [undefined, "forever"],
  ],
  ["contextNeeded", [[]], [undefined, "all", [1]]],
  ["assumptions", [[]], [undefined, "none", [1]]],
  ["riskFactors", [[]], [undefined]],
  [
    "riskFactors.0.type",
    ["performance", "accuracy", "cost", "complexity", "user-experience"],
    [undefined, "other"],
  ],
  ["riskFactors.0.severity", ["critical", "high", "medium", "low"], [undefined, "none"]],
  ["riskFactors.0.description", ["Slow"], [undefined]],
  ["riskFactors.0.probability", [0, 1], [undefined, 1.1]],
  ["riskFactors.0.impact", [0, 1], [undefined, 1.1]],
  ["riskFactors.0.mitigation", ["Wait"], [1]],
  ["dependencies", [[]], [undefined]],
  ["dependencies.0.action", ["a"], [undefined]],
  ["dependencies.0.dependsOn", [[]], [undefined, "a"]],
  ["dependencies.0.type", ["required", "recommended", "optional"], [undefined, "maybe"]],
  ["dependencies.0.reason", ["Because"], [1]],
  ["estimatedImpact.benefit", [0.85], [undefined, 1.1]],
  ["estimatedImpact.effort", [0.2], [undefined, -0.1]],
  ["estimatedImpact.roi", [4.25], [undefined, 4, 5]],
  ["estimatedImpact.affectedMetrics", [["a"]], ["a"]],
  ["preferenceAlignment", [[]], [undefined]],
  ["preferenceAlignment.0.action", ["a"], [undefined]],
  ["preferenceAlignment.0.preference", ["p"], [undefined]],
  [
    "preferenceAlignment.0.alignment",
    ["strong", "moderate", "weak", "neutral", "conflict"],
    [undefined, "some"],
  ],
  ["preferenceAlignment.0.score", [-1, 1], [undefined, -1.1, 1.1]],
  ["preferenceAlignment.0.explanation", ["So"], [1]],
  ["reasoning", ["So", undefined], [1]],
  ["warnings", [[], undefined], ["careful"]],
  [
    "warnings.0.type",
    ["validation", "duplicate", "conflict", "deprecation", "performance"],
    [undefined, "other"],
  ],
  ["warnings.0.severity", ["low", "medium", "high", "critical"], [undefined, "none"]],
  ["warnings.0.message", ["Careful"], [undefined]],
  ["warnings.0.relatedIds", [["a"]], ["a"]],
  ["warnings.0.suggestedFix", ["Wait"], [1]],
  ["warnings.0.autoFixable", [true], ["yes"]],
  [
    "alternatives",
    [
      [],
      [{ approach: "a", confidence: 1, reasoning: "r" }],
      [
        {
          approach: "a",
          confidence: 0,
          reasoning: "r",
          pros: ["p"],
          cons: ["c"],
          estimatedImpact: 1,
        },
      ],
    ],
    [
      "a",
      [{ approach: "a", confidence: 1.1, reasoning: "r" }],
      [{ approach: "a", confidence: 1 }],
      [{ approach: "a", confidence: 1, reasoning: "r", estimatedImpact: 2 }],
    ],
  ],
  ["constraints", [[], ["c"]], ["c", [1]]],
  [
    "metadata",
    [
      { generatedAt: "2026-01-15T10:30:00Z", generatedBy: "me" },
      {
        generatedAt: "2026-01-15T10:30:00Z",
        generatedBy: "me",
        modelVersion: "1",
        processingTime: 5,
      },
    ],
    [{ generatedAt: "today", generatedBy: "me" }, { generatedAt: "2026-01-15T10:30:00Z" }],
  ],
];

/** Copies a value with another one at the place. */
function withValue(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const isObject = typeof value === "object" && value !== null;
  const entries = new Map<string, unknown>(isObject ? Object.entries(value) : []);
  const changed = withValue(entries.get(key), rest, other);
  if (!Array.isArray(value)) return { ...Object.fromEntries(entries), [key]: changed };
  return value.map((item: unknown, index) => (String(index) === key ? changed : item));
}

function isHints(place: string, value: unknown): boolean {
  return agentHintsSchema.safeParse(withValue(printed, place.split("."), value)).success;
}

describe("the hints that the requirement prints", () => {
  it("are valid, and come back unchanged (S3-159)", () => {
    expect(agentHintsSchema.parse(printed)).toEqual(printed);
  });

  it.each(fields)("take the values of the requirement at %s, and no others", (place, good, bad) => {
    expect(good.map((value) => isHints(place, value))).toEqual(good.map(() => true));
    expect(bad.map((value) => isHints(place, value))).toEqual(bad.map(() => false));
  });

  it("have no other fields", () => {
    const named = new Set(fields.map(([place]) => place.replace(/\..*/, "")));

    expect(new Set(Object.keys(agentHintsSchema.shape))).toEqual(named);
  });
});
