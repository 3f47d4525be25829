// Where values of a tool come from and go to, as its contract says it.

/** What an argument does with a value. */
export const roles = [
  "destination",
  "target",
  "counterparty",
  "amount",
  "credential",
  "privilege",
  "own-data",
  "identifier",
  "content",
  "query",
  "code",
] as const;
export type Role = (typeof roles)[number];

/** Who can have written a field of a result. */
export const fieldOrigins = ["first-party", "third-party"] as const;
export type FieldOrigin = (typeof fieldOrigins)[number];

/** Whether data can leave by a tool. */
export const reaches = ["internal", "outside"] as const;
export type Reach = (typeof reaches)[number];

/** What a field holds that should not leave by itself. */
export const sensitivities = ["secret", "pii"] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** What the contract says of an argument. */
export interface ArgumentMark {
  readonly role: Role;
  /** What equal values have in common, such as `email` or `file-id`. Default: by their form. */
  readonly kind?: string;
}

/** What the contract says of a field of a result. */
export interface ResultMark {
  /** Default: third-party. */
  readonly origin?: FieldOrigin;
  readonly kind?: string;
  readonly sensitivity?: Sensitivity;
}

/** Marks by JSON pointer, where `*` is any step. A mark also covers what lies below. */
export type ArgumentMarks = Readonly<Record<string, ArgumentMark>>;
export type ResultMarks = Readonly<Record<string, ResultMark>>;
