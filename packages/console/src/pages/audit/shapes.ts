import {
  boolean,
  instant,
  list,
  nullable,
  number,
  object,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";
import type { Json } from "../../ui/json.ts";

export interface LogPlace {
  readonly row: number;
  readonly hash: string;
  readonly at: number | null;
}

/** How far the log goes, and how far it is signed. */
export interface AuditStatus {
  readonly last: LogPlace | null;
  readonly signed: LogPlace | null;
  readonly checkpoint: string | null;
  readonly key: { readonly origin: string; readonly id: string; readonly publicKey: string };
  /** Why the log cannot be signed. Null if it can. */
  readonly unsigned: string | null;
}

const place = nullable(object<LogPlace>({ row: number, hash: text, at: nullable(instant) }));

export const auditStatus: Read<AuditStatus> = object<AuditStatus>({
  last: place,
  signed: place,
  checkpoint: nullable(text),
  key: object<AuditStatus["key"]>({ origin: text, id: text, publicKey: text }),
  unsigned: nullable(text),
});

export interface AuditRow {
  readonly row: number;
  readonly hash: string;
  readonly body: Json;
  readonly text: string;
  readonly visible: string;
}

export const auditRow: Read<AuditRow> = object<AuditRow>({
  row: number,
  hash: text,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a member of an answer is JSON
  body: (value) => value as Json,
  text,
  visible: text,
});

export interface UnfinishedCall {
  readonly callId: string;
  readonly row: number;
  readonly at: number;
  readonly tool: string;
  readonly principal: string;
  readonly mayStillRun: boolean;
}

export interface UnfinishedPage {
  readonly calls: readonly UnfinishedCall[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

const unfinishedCall = object<UnfinishedCall>({
  callId: text,
  row: number,
  at: instant,
  tool: text,
  principal: text,
  mayStillRun: boolean,
});

export const unfinishedPage: Read<UnfinishedPage> = object<UnfinishedPage>({
  calls: list(unfinishedCall),
  next: optional(text),
});

export const closedCalls: Read<{ readonly closed: readonly UnfinishedCall[] }> = object<{
  readonly closed: readonly UnfinishedCall[];
}>({ closed: list(unfinishedCall) });

/** A line of a running verification: the progress, or the verdict as the last one. */
export type VerifyLine =
  | { readonly kind: "progress"; readonly rows: number; readonly of: number }
  | { readonly kind: "sound"; readonly rows: number; readonly signed: number }
  | { readonly kind: "broken"; readonly row: number | undefined; readonly problem: string };

const kinds = {
  progress: object<Extract<VerifyLine, { kind: "progress" }>>({
    kind: () => "progress",
    rows: number,
    of: number,
  }),
  sound: object<Extract<VerifyLine, { kind: "sound" }>>({
    kind: () => "sound",
    rows: number,
    signed: number,
  }),
  broken: object<Extract<VerifyLine, { kind: "broken" }>>({
    kind: () => "broken",
    row: optional(number),
    problem: text,
  }),
};

const kindOf = object<{ readonly kind: string }>({ kind: text });

export const verifyLine: Read<VerifyLine> = (value, at) => {
  const { kind } = kindOf(value, at);
  if (kind !== "progress" && kind !== "sound" && kind !== "broken") {
    throw new TypeError(`${at}/kind is not a kind of line`);
  }
  return kinds[kind](value, at);
};
