import type { Token } from "./words.ts";

interface Place {
  /** The first and the last token of it. */
  readonly first: number;
  readonly last: number;
}

export interface NumberMention extends Place {
  readonly kind: "number";
  readonly value: number;
  /** As written: "inches", "m/s", "%". */
  readonly unit?: string;
  /** What the unit measures. */
  readonly dimension?: string;
  readonly isPercent: boolean;
}

export interface ListMention extends Place {
  readonly kind: "list";
  readonly items: readonly (number | string)[];
}

export interface DayMention extends Place {
  readonly kind: "day";
  readonly iso: string;
}

/** Words that stand for themselves: between quotation marks, a name, an identifier. */
export interface TextMention extends Place {
  readonly kind: "text";
  readonly text: string;
  readonly form: "quoted" | "name" | "identifier";
}

/** Something in a question that could be the value of an argument. */
export type Mention = NumberMention | ListMention | DayMention | TextMention;

/** A question, taken apart. */
export interface Question {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly mentions: readonly Mention[];
  /** Every stem and every number, for "does it say so at all". */
  readonly stems: ReadonlySet<string>;
}
