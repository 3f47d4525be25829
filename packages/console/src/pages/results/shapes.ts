import {
  boolean,
  instant,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

/** A kept result, as lists show it. */
export interface ListedResult {
  readonly callId: string;
  /** Empty for none. */
  readonly tenant: string;
  readonly subject: string;
  readonly server: string;
  readonly tool: string;
  readonly contract: string;
  readonly at: number;
  readonly digest: string;
  readonly discoveryId: string | undefined;
  readonly connection: string | undefined;
  readonly scope: ReadonlyMap<string, string> | undefined;
  readonly tier: string | undefined;
  readonly stage: string | undefined;
  readonly correlation: string | undefined;
}

const members = {
  callId: text,
  tenant: text,
  subject: text,
  server: text,
  tool: text,
  contract: text,
  at: instant,
  digest: text,
  discoveryId: optional(text),
  connection: optional(text),
  scope: optional(map(text)),
  tier: optional(text),
  stage: optional(text),
  correlation: optional(text),
};

export interface ResultsPage {
  readonly results: readonly ListedResult[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

export const resultsPage: Read<ResultsPage> = object<ResultsPage>({
  results: list(object<ListedResult>(members)),
  next: optional(text),
});

const inLogKinds = ["matches", "differs", "missing", "unrecorded"] as const;

export interface InLog {
  readonly kind: (typeof inLogKinds)[number];
  readonly row: number | undefined;
}

/** One result with its text, or with the beginning of it. */
export interface Result extends ListedResult {
  readonly bytes: number;
  readonly isIntact: boolean;
  readonly inLog: InLog;
  /** Null if it was altered. */
  readonly text: string | null;
  readonly isCut: boolean;
}

export const result: Read<Result> = object<Result>({
  ...members,
  bytes: number,
  isIntact: boolean,
  inLog: object<InLog>({ kind: oneOf(inLogKinds), row: optional(number) }),
  text: nullable(text),
  isCut: boolean,
});
