import type { Token } from "./words.ts";

interface Place {
  /** Indexes of its first and last token. */
  readonly first: number;
  readonly last: number;
}

export interface NumberMention extends Place {
  readonly kind: "number";
  readonly value: number;
  /** As written: "inches", "m/s", "%". */
  readonly unit?: string;
  /** The dimension of the unit. */
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

/** A literal text: quoted, a name, or an identifier. */
export interface TextMention extends Place {
  readonly kind: "text";
  readonly text: string;
  readonly form: "quoted" | "name" | "identifier";
}

/** A potential argument value in a question. */
export type Mention = NumberMention | ListMention | DayMention | TextMention;

/** A parsed question. */
export interface Question {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly mentions: readonly Mention[];
  /** Every stem and number, for containment checks. */
  readonly stems: ReadonlySet<string>;
}
