export const promotions = ["json-text", "text", "blocks"] as const;

/**
 * Source of structured content if a server sends none, chosen by the operator. It is the JSON in a
 * text, the text itself, or the kinds of content blocks.
 */
export type Promotion = (typeof promotions)[number];
