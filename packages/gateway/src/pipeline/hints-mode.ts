export const hintsModes = ["off", "meta", "envelope"] as const;
/** Where the hints about a result go: nowhere, beside it, or around it. */
export type HintsMode = (typeof hintsModes)[number];
