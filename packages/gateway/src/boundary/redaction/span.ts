/** A range of a text. The end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds every span that shows a form, in full or as a long enough prefix. Ordered by start. */
export type FindForms = (text: string) => readonly Span[];
