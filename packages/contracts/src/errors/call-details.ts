import type { JsonObject } from "@toolcourt/sdk";
import type { ApprovalErrorDetails } from "./approval-catalog.ts";
import type { ConnectionErrorDetails } from "./connection-catalog.ts";
import type { DraftErrorDetails } from "./draft-catalog.ts";
import type { EgressErrorDetails } from "./egress-catalog.ts";
import type { OfTool } from "./entry.ts";
import type { UpstreamWords } from "./quotation.ts";
import type { RelayErrorDetails } from "./relay-catalog.ts";
import type { SequenceErrorDetails } from "./sequence-catalog.ts";
import type { TaskErrorDetails } from "./task-catalog.ts";

/** What the first gate objects to at one place. */
interface InputIssue {
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
  readonly message: string;
  /** Names of properties that the place lacks. Default: it lacks none. */
  readonly missing?: readonly string[];
}

/** The details of each refusal of a call. Codes are public: never rename or reuse one. */
export interface CallErrorDetails
  extends ApprovalErrorDetails,
    ConnectionErrorDetails,
    DraftErrorDetails,
    RelayErrorDetails,
    SequenceErrorDetails,
    TaskErrorDetails,
    EgressErrorDetails {
  "tool-unknown": OfTool;
  "tool-quarantined": OfTool & {
    readonly reason:
      | "nonconformant"
      | "drifted"
      | "withdrawn"
      | "not-admitted"
      | "unreviewed"
      | "name-taken"
      | "removed";
    /** The ids of the rules that object. */
    readonly rules: readonly string[];
    /** How it differs from its lock. */
    readonly difference?: string;
    /** The tool that replaces it, if any. */
    readonly replacement?: string;
  };
  "query-limit": OfTool;
  "step-refused": OfTool & {
    /** The tool that tried to call it. */
    readonly by: string;
    readonly because: "not-declared" | "stronger" | "itself" | "too-deep" | "too-many" | "over";
  };
  "input-invalid": OfTool & {
    readonly issues: readonly string[];
    /** The same with their places, and more of them. For people who fill in a form. Default: none. */
    readonly places?: readonly InputIssue[];
  };
  "not-permitted": OfTool & {
    /** Empty if the policy allows no call, whatever the arguments. */
    readonly missing: readonly string[];
    /** The statement that denies every call. Default: none. */
    readonly statement?: string;
    /** The version of the policy. Default: none, without a policy. */
    readonly policy?: string;
    /** Whether the caller is told `tool-unknown` instead. Default: no. */
    readonly isHidden?: boolean;
  };
  "policy-denied": OfTool & {
    readonly because: "denied" | "condition-failed" | "no-statement" | "unavailable";
    /** The deciding statement. */
    readonly statement?: string;
    /** The version of the policy with that statement, or without one for the call. */
    readonly policy?: string;
  };
  "rate-limited": OfTool & { readonly retryAfterMs: number };
  "no-capacity": OfTool & { readonly waitedMs: number };
  "circuit-open": OfTool & { readonly server: string; readonly retryAfterMs: number };
  "deadline-passed": OfTool & MayHaveActed & { readonly afterMs: number };
  "upstream-failed": OfTool & {
    readonly server: string;
    readonly fault: JsonObject;
    readonly passing: boolean;
    /** What the server wrote about it. Default: nothing, or it may not be quoted. */
    readonly wrote?: UpstreamWords;
  };
  "outcome-unknown": OfTool & {
    readonly server: string;
    readonly fault: JsonObject;
    /** As for `upstream-failed`. */
    readonly wrote?: UpstreamWords;
  };
  "output-invalid": OfTool & {
    readonly clause: string;
    readonly issues: readonly string[];
    /** The id under which a reviewer finds the tool's result. Default: it was too large to keep. */
    readonly quarantineId?: string;
  };
  "error-undescribed": OfTool;
  "interaction-required": OfTool & {
    /** The kind of request the tool makes. */
    readonly asking?: string;
    readonly because: "not-declared" | "not-allowed" | "secret" | "address" | "too-often";
  };
  "extension-required": OfTool & {
    /** Its identifier in the protocol. */
    readonly extension: string;
  };
  /**
   * The same for every fault in the returned data, so callers cannot probe for questions of others.
   */
  "question-unknown": OfTool;
  "audit-failed": OfTool & {
    /** What could not be recorded. With `unsigned` the log takes entries, but nothing signs them. */
    readonly moment: "opened" | "closed" | "unsigned";
  };
  cancelled: OfTool & MayHaveActed;
}

interface MayHaveActed {
  /** Whether the tool writes and may have done so. */
  readonly mayHaveActed: boolean;
}

export type CallErrorCode = keyof CallErrorDetails;
