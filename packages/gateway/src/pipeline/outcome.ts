import type { Receipt } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { CheckedResult, Question } from "./call.ts";

/** Fields of every outcome. */
interface Recorded {
  /** Names the row that holds the outcome. Default: none, before it is recorded or without receipts. */
  readonly receipt?: Receipt;
}

/** The outcome of a call that was not refused. */
export interface Answered extends Recorded {
  readonly kind: "answered";
  readonly output: CheckedResult;
  readonly fromCache: boolean;
  /** The digest of the contract that was enforced. */
  readonly contract: string;
  /** Default: none, if nothing was redacted. */
  readonly redacted?: Redactions;
  /** Whether no schema describes the result. Default: one does. */
  readonly untyped?: true;
}

/** Counts of redactions in an answer. */
export interface Redactions {
  /** Invisible characters. */
  readonly characters: number;
  /** Our own secrets. */
  readonly secrets: number;
  /** Third-party secrets and personal data, by kind. */
  readonly [kind: string]: number;
}

/** The outcome of a call whose tool asks for input first. The answers come with another call. */
export interface Asked extends Recorded {
  readonly kind: "asked";
  readonly output: Question;
  readonly contract: string;
  /** Whether the call goes on as a task: its outcome is recorded later. Default: it does not. */
  readonly isTask?: true;
}

/** The outcome of a request about a resource or a prompt. */
export interface Relayed {
  readonly kind: "relayed";
  /** The protocol's result, checked and cleaned. */
  readonly output: JsonObject;
  /** Whether the server asks for input first. */
  readonly isQuestion: boolean;
}

export interface Refused extends Recorded {
  readonly kind: "refused";
  readonly error: unknown;
}

export type Outcome = Answered | Asked | Relayed | Refused;

/** What a tool returned, or what ended its run. */
export type RunEnding = { readonly raw: unknown } | { readonly error: unknown };
