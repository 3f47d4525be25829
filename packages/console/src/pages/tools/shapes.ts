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
import type { Effect } from "../../api/shapes.ts";

/** What callers can do with a tool. */
export const toolStates = ["callable", "callable-with-approval", "held"] as const;
export type ToolState = (typeof toolStates)[number];

/** A tool as the list shows it. */
export interface ToolRow {
  readonly server: string;
  /** The name that callers use. */
  readonly tool: string;
  /** The server's own name. */
  readonly name: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly approval: string;
  readonly state: ToolState;
  readonly untyped: boolean;
  /** Why it is held. Null if it is not. */
  readonly hold: string | null;
  readonly reason: string | null;
  readonly change: string | null;
  readonly next: string | null;
  readonly limits: Limits;
}

export interface Limits {
  readonly maxInstances: number;
  readonly timeoutMs: number;
  readonly rateLimit: { readonly maxCalls: number; readonly windowMs: number } | null;
}

/** Readers of a row's members. */
export const rowMembers = {
  server: text,
  tool: text,
  name: text,
  summary: text,
  effect: oneOf(["read", "write", "destroy"]),
  approval: text,
  state: oneOf(toolStates),
  untyped: boolean,
  hold: nullable(text),
  reason: nullable(text),
  change: nullable(text),
  next: nullable(text),
  limits: object<Limits>({
    maxInstances: number,
    timeoutMs: number,
    rateLimit: nullable(object({ maxCalls: number, windowMs: number })),
  }),
};

export interface ToolPage {
  readonly tools: readonly ToolRow[];
  /** How many match the filter. */
  readonly matching: number;
  readonly summary: {
    readonly tools: number;
    readonly callable: number;
    readonly withApproval: number;
    readonly held: number;
  };
  readonly servers: readonly string[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

export const toolPage: Read<ToolPage> = object<ToolPage>({
  tools: list(object<ToolRow>(rowMembers)),
  matching: number,
  summary: object({ tools: number, callable: number, withApproval: number, held: number }),
  servers: list(text),
  next: optional(text),
});

export interface LockEntry {
  readonly digest: string;
  readonly approvedAt: number;
  readonly approvedBy: string;
}

export const lockEntry: Read<LockEntry> = object<LockEntry>({
  digest: text,
  approvedAt: instant,
  approvedBy: text,
});

/** What a person decided about a contract, over the lock. */
export interface Decision {
  readonly digest: string;
  readonly state: "admitted" | "withdrawn";
  readonly by: string;
  readonly at: number;
  readonly note: string;
}

export const decision: Read<Decision> = object<Decision>({
  digest: text,
  state: oneOf(["admitted", "withdrawn"]),
  by: text,
  at: instant,
  note: text,
});
