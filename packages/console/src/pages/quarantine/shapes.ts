import {
  boolean,
  instant,
  list,
  number,
  object,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

/** A result that broke its contract, as lists show it. */
export interface ListedQuarantined {
  readonly id: string;
  readonly callId: string;
  /** Empty for none. */
  readonly tenant: string;
  readonly server: string;
  readonly tool: string;
  readonly contract: string;
  readonly clause: string;
  readonly issues: readonly string[];
  readonly at: number;
  readonly sha256: string;
  readonly redacted: number;
  readonly isCut: boolean;
}

const members = {
  id: text,
  callId: text,
  tenant: text,
  server: text,
  tool: text,
  contract: text,
  clause: text,
  issues: list(text),
  at: instant,
  sha256: text,
  redacted: number,
  isCut: boolean,
};

export interface QuarantinePage {
  readonly results: readonly ListedQuarantined[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

export const quarantinePage: Read<QuarantinePage> = object<QuarantinePage>({
  results: list(object<ListedQuarantined>(members)),
  next: optional(text),
});

/** One of them with its text. */
export interface Quarantined extends ListedQuarantined {
  readonly text: string;
  readonly visible: string;
}

export const quarantined: Read<Quarantined> = object<Quarantined>({
  ...members,
  text,
  visible: text,
});

export const forgotten: Read<{ readonly forgotten: number }> = object<{
  readonly forgotten: number;
}>({ forgotten: number });
