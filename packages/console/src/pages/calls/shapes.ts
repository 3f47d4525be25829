import {
  boolean,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

export const callStatuses = ["started", "answered", "failed", "asked", "refused", "lost"] as const;
export type CallStatus = (typeof callStatuses)[number];

/** A call, as lists show it. */
export interface CallSummary {
  readonly id: string;
  readonly tool: string;
  readonly server: string | null;
  readonly status: CallStatus;
  readonly code: string | null;
  readonly ms: number | null;
  readonly at: number;
  /** A pseudonym, or the id of a principal that is no person. */
  readonly subject: string;
  readonly tenant: string | null;
  readonly rows: { readonly opened: number; readonly closed: number | null };
}

const summaryMembers = {
  id: text,
  tool: text,
  server: nullable(text),
  status: oneOf(callStatuses),
  code: nullable(text),
  ms: nullable(number),
  at: instant,
  subject: text,
  tenant: nullable(text),
  rows: object<CallSummary["rows"]>({ opened: number, closed: nullable(number) }),
};

export interface CallPage {
  readonly calls: readonly CallSummary[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
  /** How far the search came, if there is another page. */
  readonly searchedTo: number | undefined;
  readonly indexedTo: number;
  readonly last: number;
}

export const callPage: Read<CallPage> = object<CallPage>({
  calls: list(object<CallSummary>(summaryMembers)),
  next: optional(text),
  searchedTo: optional(instant),
  indexedTo: number,
  last: number,
});

const moments = ["requested", "decided", "opened", "closed"] as const;
export type CallMoment = (typeof moments)[number];

export interface CallTime {
  readonly name: CallMoment;
  readonly at: number;
}

export interface CallEntry {
  readonly row: number;
  readonly hash: string;
  /** As text, because its members are not known here. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Explained {
  readonly meaning: string;
  readonly remedy: string;
  readonly retryable: boolean | undefined;
}

/** One call with all that is on record. */
export interface Call extends CallSummary {
  /** Null after an erasure, and for principals that are no persons. */
  readonly person: string | null;
  readonly stage: string | null;
  readonly explained: Explained | null;
  readonly approval: { readonly id: string; readonly state: string } | null;
  readonly result: {
    readonly digest: string;
    readonly bytes: number;
    readonly isKept: boolean;
  } | null;
  readonly times: readonly CallTime[];
  readonly entries: readonly CallEntry[];
}

const body: Read<CallEntry["body"]> = (value, at) => {
  if (typeof value === "object" && value !== null) return { ...value };
  throw new TypeError(`${at} is not an object`);
};

export const call: Read<Call> = object<Call>({
  ...summaryMembers,
  person: nullable(text),
  stage: nullable(text),
  explained: nullable(
    object<Explained>({ meaning: text, remedy: text, retryable: optional(boolean) }),
  ),
  approval: nullable(object<NonNullable<Call["approval"]>>({ id: text, state: text })),
  result: nullable(
    object<NonNullable<Call["result"]>>({ digest: text, bytes: number, isKept: boolean }),
  ),
  times: list(object<CallTime>({ name: oneOf(moments), at: instant })),
  entries: list(object<CallEntry>({ row: number, hash: text, body })),
});
