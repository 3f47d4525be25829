import type { Durability } from "../audit-store.ts";
import type { StoreFault } from "../store-error.ts";
import type { DatabaseConfig } from "./database.ts";
import type { StatementName } from "./statements.ts";

export interface ThreadConfig extends DatabaseConfig {
  /** A module that exports `link`: a function cannot be sent to a thread. */
  readonly linkModule: string;
  /** Time limit for waiting while another process holds the file. */
  readonly retryMs: number;
}

/** Reads need no transaction of their own. */
export type How = "read" | Durability;

export interface Request {
  readonly statement: StatementName;
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
  readonly answers: readonly (readonly [position: number, answer: Answer])[];
  readonly isLast: boolean;
}
