import type { JsonObject } from "@toolcourt/sdk";
import type { ApprovalErrorDetails } from "./approval-catalog.ts";
import type { ConnectionErrorDetails } from "./connection-catalog.ts";
import type { DraftErrorDetails } from "./draft-catalog.ts";
import type { EgressErrorDetails } from "./egress-catalog.ts";
import type { RelayErrorDetails } from "./relay-catalog.ts";

interface OfTool {
  /** As callers say it, fit to be printed. */
  readonly tool: string;
}

/** What each refusal of a call is about. The code is public: never rename one, never reuse one. */
export interface CallErrorDetails
  extends ApprovalErrorDetails,
    ConnectionErrorDetails,
    DraftErrorDetails,
    RelayErrorDetails,
    EgressErrorDetails {
  "tool-unknown": OfTool;
  "tool-quarantined": OfTool & {
    readonly reason: "nonconformant" | "drifted" | "not-admitted" | "removed";
    /** The ids of the rules that object. */
    readonly rules: readonly string[];
    /** How it differs from its lock. */
    readonly difference?: string;
    /** The tool that does its work now, where there is one. */
    readonly replacement?: string;
  };
  "step-limit": OfTool;
  "step-refused": OfTool & {
    /** The tool that wanted to call it. */
    readonly by: string;
    readonly because: "not-declared" | "stronger" | "itself" | "too-deep" | "too-many" | "over";
  };
  "input-invalid": OfTool & { readonly issues: readonly string[] };
  "not-permitted": OfTool & { readonly missing: readonly string[] };
  "policy-denied": OfTool & {
    readonly because: "denied" | "condition-failed" | "no-statement" | "unavailable";
    /** The statement that decided. */
    readonly statement?: string;
    /** The version of the policy that it stands in, or that has none for the call. */
    readonly policy?: string;
  };
  "rate-limited": OfTool & { readonly retryAfterMs: number };
  busy: OfTool & { readonly waitedMs: number };
  "circuit-open": OfTool & { readonly server: string; readonly retryAfterMs: number };
  "deadline-passed": OfTool & MayHaveActed & { readonly afterMs: number };
  "upstream-failed": OfTool & {
    readonly server: string;
    readonly fault: JsonObject;
    readonly passing: boolean;
  };
  "outcome-unknown": OfTool & { readonly server: string; readonly fault: JsonObject };
  "output-invalid": OfTool & {
    readonly clause: string;
    readonly issues: readonly string[];
    /** Under which a person finds what the tool returned. */
    readonly quarantineId: string;
  };
  "interaction-required": OfTool & {
    /** What the tool asks for. */
    readonly asking?: string;
    readonly because: "not-declared" | "not-allowed" | "secret" | "address" | "too-often";
  };
  /** The same whatever is wrong with what came along: nobody can tell theirs from somebody else's. */
  "question-unknown": OfTool;
  "record-failed": OfTool & { readonly moment: "opened" | "closed" };
  cancelled: OfTool & MayHaveActed;
}

interface MayHaveActed {
  /** Whether the tool changes things and may have done so. */
  readonly mayHaveActed: boolean;
}

export type CallErrorCode = keyof CallErrorDetails;
