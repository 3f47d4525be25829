/** A stretch of a text, from its first character to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds every stretch that shows one of the forms, whole or from its beginning on, in order of their starts. */
export type FindForms = (text: string) => readonly Span[];
