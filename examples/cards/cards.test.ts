import { createToolRegistry, type Tool, termsKey } from "@toolcourt/sdk";
import { builtinRules, isCallable, lintContract } from "@toolcourt/sdk/rules";
import { checkTool, contractOf, createFakeClock, scene, toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { createCardStore } from "./card-store.ts";
import { createGetCard } from "./get-card.ts";
import { createReviewCard } from "./review-card.ts";
import { getCard, reviewCard } from "./tools.ts";

const clock = createFakeClock(Date.UTC(2026, 10, 1));

/** What only this project knows: its registry with the tool, and the files of its tests. */
function projectWith(tool: Tool) {
  const registry = createToolRegistry({ clock });
  registry.register(tool);
  return { registry, tests: { unit: [import.meta.filename] } };
}

describe("get-card", () => {
  it("passes the whole checklist", async () => {
    const tool = createGetCard(createCardStore());

    const report = await checkTool(tool, {
      samples: [{ cardId: "card_124" }],
      clock,
      ...projectWith(tool),
    });

    expect(String(report)).toContain("get-card passed");
    // No test of this example calls the tool through a server.
    expect(report.items.filter(({ verdict }) => verdict !== "passed")).toMatchObject([
      { requirement: "S3-144", verdict: "warning" },
    ]);
  });

  it("would not run with the definition that the tool interface prints", () => {
    const printed = contractOf({
      server: "local",
      tool: {
        name: "get-card",
        description: "Retrieves a card by ID. Use when you need to access card content.",
        inputSchema: { type: "object", properties: { cardId: { type: "string" } } },
        _meta: {
          [termsKey]: {
            permissions: ["cards:read"],
            category: "query",
            responseTime: "fast",
            cacheable: true,
            cacheTTL: 3600,
            idempotent: true,
            examples: [{ description: "Get card by ID", params: { cardId: "card_123" } }],
            tags: ["cards", "content"],
          },
        },
      },
    });

    const findings = lintContract(printed, {
      rules: builtinRules,
      profiles: ["agent-hints"],
      scene: scene(),
    });

    expect(isCallable(findings)).toBe(false);
    expect(findings.flatMap(({ requirements }) => requirements)).toEqual(
      expect.arrayContaining(["S3-9", "S3-18", "S3-29"]),
    );
  });

  it("distinguishes an unknown card from a malformed id", async () => {
    const context = toolContext({ permissions: ["cards:read"] });

    const absent = await getCard.invoke({ cardId: "card_999" }, context);
    const impossible = await getCard.invoke({ cardId: "deck_456" }, context);

    expect(absent.error).toMatchObject({ class: "business", code: "card-unknown" });
    expect(impossible.error).toMatchObject({ class: "validation", code: "input-invalid" });
  });
});

describe("review-card", () => {
  it("passes the whole checklist", async () => {
    const tool = createReviewCard(createCardStore());

    const report = await checkTool(tool, {
      samples: [{ cardId: "card_124", rating: "again", answerMs: 800 }],
      clock,
      ...projectWith(tool),
    });

    expect(String(report)).toContain("review-card passed");
    expect(
      report.items
        .filter(({ verdict }) => verdict !== "passed")
        .map(({ requirement, verdict }) => ({ requirement, verdict })),
    ).toEqual([
      { requirement: "S3-124", verdict: "not-applicable" },
      { requirement: "S3-144", verdict: "warning" },
    ]);
  });

  it("returns the rich hints of the tool interface", async () => {
    const result = await reviewCard.invoke(
      { cardId: "card_123", rating: "good", answerMs: 9_000 },
      toolContext({ permissions: ["cards:review"] }),
    );

    expect(result.error).toBeUndefined();
    expect(result.agentHints).toEqual({
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
          relevance: 1,
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
    });
  });
});
