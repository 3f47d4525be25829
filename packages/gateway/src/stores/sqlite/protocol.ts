import type { Durability } from "../audit-store.ts";
import type { StoreFault } from "../store-error.ts";
import type { DatabaseSettings } from "./database.ts";
import type { StepName } from "./steps.ts";

export interface ThreadSettings extends DatabaseSettings {
  /** A module that exports `link`: a function cannot be sent to a thread. */
  readonly linkModule: string;
  /** How long to wait for another process that holds the file. */
  readonly patienceMs: number;
}

/** Reading needs no transaction of its own. */
export type How = "read" | Durability;

export interface Request {
  readonly step: StepName;
  readonly values: readonly unknown[];
  readonly how: How;
}

export type Answer =
  | { readonly value: unknown }
  | { readonly fault: StoreFault; readonly cause: unknown };

/** Everything that was waiting, or the wish that the thread should end. */
export type Order = readonly Request[] | "close";

/** What has become of some of a batch, by their places in it. The last reply to a batch says so. */
export interface Reply {
  readonly answers: readonly (readonly [place: number, answer: Answer])[];
  readonly isLast: boolean;
}
