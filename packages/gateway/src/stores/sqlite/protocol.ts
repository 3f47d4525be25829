import type { Durability } from "../audit-store.ts";
import type { StoreFault } from "../store-error.ts";
import type { DatabaseSettings } from "./database.ts";
import type { StepName } from "./steps.ts";

export interface ThreadSettings extends DatabaseSettings {
  /** A module that exports `link`: a function cannot be sent to a thread. */
  readonly linkModule: string;
  /** Time limit for waiting while another process holds the file. */
  readonly patienceMs: number;
}

/** Reads need no transaction of their own. */
export type How = "read" | Durability;

export interface Request {
  readonly step: StepName;
  readonly values: readonly unknown[];
  readonly how: How;
}

export type Answer =
  | { readonly value: unknown }
  | { readonly fault: StoreFault; readonly cause: unknown };

/** A batch of requests, or the order to end the thread. */
export type Order = readonly Request[] | "close";

/** Answers to part of a batch, by position. The last reply to a batch is marked. */
export interface Reply {
  readonly answers: readonly (readonly [place: number, answer: Answer])[];
  readonly isLast: boolean;
}
