import { BusinessError, CardId, defineTool, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import type { CardStore } from "./card-store.ts";
import { type Rating, ratings, reviewHints } from "./review-hints.ts";

const review = z.object({
  cardId: CardId,
  reviews: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe("How often the card was reviewed, this time included"),
  intervalDays: z.int().min(1).max(365).describe("Days until the next review"),
});

/** Factor from a rating to the next interval. */
const stretch: Readonly<Record<Rating, number>> = { again: 0, hard: 1.2, good: 2.5, easy: 4 };

export function createReviewCard(store: CardStore): Tool<typeof review> {
  return defineTool({
    name: "review-card",
    description:
      "Records that a person has reviewed a card. Use it after the person has answered and rated the card. Returns how often the card was reviewed and the days until the next review. For example: I knew card card_123 well, note that.",
    version: "1.0.0",
    permissions: ["cards:review"],
    parameters: z.object({
      cardId: CardId,
      rating: z.enum(ratings).describe("How well the person knew it: again, hard, good or easy"),
      answerMs: z.int().min(0).max(3_600_000).describe("Milliseconds until the person answered"),
    }),
    result: review,
    category: "mutation",
    effect: "write",
    responseTime: "fast",
    cacheable: false,
    idempotent: false,
    approval: "none",
    examples: [
      {
        description: "A card that was known, after some thought",
        params: { cardId: "card_123", rating: "good", answerMs: 9_000 },
        expectedResult: { cardId: "card_123", reviews: 5, intervalDays: 5 },
      },
    ],
    tags: ["cards", "learning"],
    rateLimit: { maxCalls: 120, windowMs: 60_000 },
    constraints: ["Adds one review and changes nothing else.", "A review cannot be taken back."],
    handler: ({ cardId, rating, answerMs }) => {
      const card = store.card(cardId);
      const deck = card && store.deck(card.deckId);
      if (card === undefined || deck === undefined) {
        throw new BusinessError("card-unknown", "There is no such card.");
      }
      const days = Math.round(card.intervalDays * stretch[rating]);
      const after = store.reviewed(card, Math.min(Math.max(days, 1), 365));
      return {
        data: { cardId, reviews: after.reviews, intervalDays: after.intervalDays },
        agentHints: reviewHints({ card, deck, rating, answerMs }),
      };
    },
  });
}
