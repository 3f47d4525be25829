export interface Deck {
  readonly id: string;
  readonly label: string;
  /** How willing people are to continue after a card of this deck, 0 to 1. */
  readonly momentum: number;
}

export interface Card {
  readonly id: string;
  readonly deckId: string;
  readonly front: string;
  readonly back: string;
  /** Whether a person has checked the content. */
  readonly verified: boolean;
  /** Recall probability, 0 to 1. */
  readonly retention: number;
  readonly typicalAnswerMs: number;
  readonly reviews: number;
  readonly intervalDays: number;
}

export interface CardStore {
  readonly card: (id: string) => Card | undefined;
  readonly deck: (id: string) => Deck | undefined;
  /** Records a review and returns the updated card. */
  readonly reviewed: (card: Card, intervalDays: number) => Card;
}

const decks: readonly Deck[] = [{ id: "deck_456", label: "Math Deck", momentum: 0.94 }];

const cards: readonly Card[] = [
  {
    id: "card_123",
    deckId: "deck_456",
    front: "What is 7 times 8?",
    back: "56",
    verified: true,
    retention: 0.9,
    typicalAnswerMs: 4_000,
    reviews: 4,
    intervalDays: 2,
  },
  {
    id: "card_124",
    deckId: "deck_456",
    front: "What is 12 squared?",
    back: "144",
    verified: false,
    retention: 0.6,
    typicalAnswerMs: 6_000,
    reviews: 0,
    intervalDays: 1,
  },
];

/** Creates a store with two cards in memory. Each store starts fresh. */
export function createCardStore(): CardStore {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    card: (id) => byId.get(id),
    deck: (id) => decks.find((deck) => deck.id === id),
    reviewed: (card, intervalDays) => {
      const after = { ...card, intervalDays, reviews: card.reviews + 1 };
      byId.set(card.id, after);
      return after;
    },
  };
}
