import { createCardStore } from "./card-store.ts";
import { createGetCard } from "./get-card.ts";
import { createReviewCard } from "./review-card.ts";

const store = createCardStore();

export const getCard = createGetCard(store);
export const reviewCard = createReviewCard(store);
