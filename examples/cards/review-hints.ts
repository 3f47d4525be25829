import {
  type AgentHints,
  confidence,
  type HintWarning,
  hintsForChange,
  type RiskFactor,
  type SuggestedAction,
} from "@toolcourt/sdk";
import type { Card, Deck } from "./card-store.ts";

export const ratings = ["again", "hard", "good", "easy"] as const;
export type Rating = (typeof ratings)[number];

export interface Review {
  readonly card: Card;
  readonly deck: Deck;
  readonly rating: Rating;
  readonly answerMs: number;
}

/** How clearly a rating shows the person's knowledge, and the benefit of continuing after it. */
const weightOf: Readonly<Record<Rating, { readonly clear: number; readonly benefit: number }>> = {
  again: { clear: 0.7, benefit: 0.95 },
  hard: { clear: 0.8, benefit: 0.9 },
  good: { clear: 1, benefit: 0.85 },
  easy: { clear: 1, benefit: 0.6 },
};

/** Suggests actions after a review: the next card, and later a look at the difficulty. */
export function reviewHints({ card, deck, rating, answerMs }: Review): AgentHints {
  const { clear, benefit } = weightOf[rating];
  const remembered = { name: "likely remembered", value: card.retention };
  const momentum = { name: "momentum", value: deck.momentum };
  const quality = card.verified ? "high" : "medium";
  return hintsForChange(
    {
      type: "deck",
      id: deck.id,
      label: deck.label,
      metadata: { quality, freshness: "current" },
    },
    {
      suggestedNextActions: [
        { ...reviewNext, confidence: confidence([remembered, momentum]) },
        adjustDifficulty,
      ],
      confidence: [remembered, { name: "clear rating", value: clear }],
      sourceQuality: "high",
      validityPeriod: "short",
      contextNeeded: ["user's recent performance trend"],
      assumptions: ["User completed review attentively", "FSRS algorithm accurate"],
      riskFactors: [fatigue],
      dependencies: [
        {
          action: adjustDifficulty.action,
          dependsOn: [reviewNext.action],
          type: "recommended",
          reason: "Need more data points before adjustment",
        },
      ],
      impact: { benefit, effort: 0.2, affectedMetrics: ["retention_rate", "review_accuracy"] },
      preferenceAlignment: [
        {
          action: reviewNext.action,
          preference: "continuous_learning",
          alignment: "strong",
          score: 0.9,
        },
      ],
      reasoning: "High confidence based on FSRS algorithm and recent performance",
      warnings: answerMs > card.typicalAnswerMs * 1.5 ? [slower] : [],
    },
  );
}

const reviewNext: SuggestedAction = {
  action: "review-next-card",
  priority: "high",
  category: "learning",
  expectedOutcome: "Continue learning momentum",
};

const adjustDifficulty: SuggestedAction = {
  action: "adjust-difficulty",
  priority: "medium",
  category: "optimization",
  expectedOutcome: "Better calibrated difficulty",
};

const fatigue: RiskFactor = {
  type: "user-experience",
  severity: "low",
  description: "User might feel fatigued",
  probability: 0.2,
  impact: 0.1,
};

const slower: HintWarning = {
  type: "performance",
  severity: "low",
  message: "User slower than usual",
  autoFixable: false,
};
