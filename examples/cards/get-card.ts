import {
  type AgentHints,
  BusinessError,
  CardId,
  DeckId,
  defineTool,
  hintsForFound,
  type Tool,
} from "@toolcourt/sdk";
import { z } from "zod";
import type { Card, CardStore } from "./card-store.ts";

const card = z.object({
  id: CardId,
  deckId: DeckId,
  front: z.string().max(500).describe("The question"),
  back: z.string().max(500).describe("The answer"),
  reviews: z.int().min(0).max(1_000_000).describe("How often it was reviewed"),
});

export function createGetCard(store: CardStore): Tool<typeof card> {
  return defineTool({
    name: "get-card",
    description:
      "Gets one card by its id. Use it when you need the question and the answer of a card. Returns both sides of the card and how often it was reviewed. For example: what is on card card_123?",
    version: "1.0.0",
    permissions: ["cards:read"],
    parameters: z.object({ cardId: CardId }),
    result: card,
    category: "query",
    responseTime: "fast",
    cacheable: true,
    cacheTTL: 3600,
    idempotent: true,
    examples: [
      {
        description: "Get a card by its id",
        params: { cardId: "card_123" },
        expectedResult: {
          id: "card_123",
          deckId: "deck_456",
          front: "What is 7 times 8?",
          back: "56",
          reviews: 4,
        },
      },
    ],
    tags: ["cards", "content"],
    rateLimit: { maxCalls: 600, windowMs: 60_000 },
    constraints: ["Changes nothing."],
    handler: ({ cardId }) => {
      const found = store.card(cardId);
      if (found === undefined) throw new BusinessError("card-unknown", "There is no such card.");
      const { id, deckId, front, back, reviews } = found;
      return { data: { id, deckId, front, back, reviews }, agentHints: hintsFor(found) };
    },
  });
}

function hintsFor({ id, front, verified }: Card): AgentHints {
  return hintsForFound(
    { type: "card", id, label: front },
    {
      confidence: [
        { name: "found by its id", value: 1, weight: 3 },
        { name: "content checked by a person", value: verified ? 1 : 0.4 },
      ],
      sourceQuality: verified ? "high" : "medium",
      validityPeriod: "medium",
      suggestedNextActions: [
        { action: "review-card", priority: "medium", category: "learning", data: { cardId: id } },
      ],
      impact: { benefit: 0.4, effort: 0.1 },
      reasoning: "The card was found by its id, so there is no doubt which one is meant.",
    },
  );
}
