export const promotions = ["json-text", "text", "blocks"] as const;

/**
 * What structured content is made of, where a server sends none and the operator says so: of the JSON in
 * a text, of the text itself, or of the kinds of its content blocks.
 */
export type Promotion = (typeof promotions)[number];
