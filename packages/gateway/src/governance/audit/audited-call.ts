import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/**
 * The call data for an entry. Fits a call at every stage of the pipeline; fields it lacks yet are
 * left out.
 */
export interface AuditedCall {
  readonly callId: string;
  readonly principal: AuditedPrincipal;
  readonly queryId?: string | undefined;
  /** When it began, if its intent is in the log already. Default: it begins now. */
  readonly begunAt?: number | undefined;
  /** The call whose tool made this one. Default: none. */
  readonly within?: { readonly callId: string } | undefined;
  readonly correlationId: string;
  /** Default: only the correlation is known. */
  readonly tracking?: AuditedTracking;
  readonly traceId: string;
  readonly agent: { readonly name: string; readonly version: string };
  readonly tool: string;
  /** The endpoint that it came to. Default: the whole gateway. */
  readonly endpoint?: string | undefined;
  readonly arguments?: JsonValue | undefined;
  /** The request, if it is no tool call. Default: none. */
  readonly relayed?:
    | {
        readonly method: string;
        readonly subject: { readonly kind: "uri" | "prompt"; readonly name: string };
      }
    | undefined;
  /** Where a person typed the call. Default: a client made it. */
  readonly source?: string | undefined;
  /** Set if a proxy runs the tool. Default: we do. */
  readonly carrier?: object | undefined;
  readonly registered?: {
    readonly contract: {
      readonly server: string;
      readonly name: string;
      readonly digest: string;
      readonly effect: string;
      readonly input?: JsonObject;
    };
    readonly settings?: { readonly timeoutMs: number };
  };
  readonly grant?: {
    readonly statement: string;
    readonly policy?: string;
    readonly caps?: { readonly timeoutMs?: { readonly max: number } };
  };
  readonly approval?: {
    readonly kind: string;
    readonly id?: string;
    readonly digest?: string;
  };
}

/** The ids that follow a call through all systems, and the stage it reached. */
export interface AuditedTracking {
  readonly correlation_id: string;
  readonly session_id: string | null;
  readonly connection_id: string | null;
  readonly tool_id: string | null;
  readonly stage: string;
  /** The stored id of the connection, once the call was granted it. Default: unset. */
  readonly connection?: string;
  /** What a discovery looks at, by level. Unset for other calls. */
  readonly scope?: Readonly<Record<string, string>> | null;
  /** Unset for calls that are no discovery. */
  readonly tier?: string | null;
}

export interface AuditedPrincipal {
  readonly id: string;
  readonly tenant?: string;
  readonly roles?: readonly string[];
  /** Only a `user` is a person. Default: a person. */
  readonly kind?: string;
}

/** The result of a call. */
export type AuditedEnding =
  | {
      readonly kind: "answered";
      /** With its JSON text, if that was made already. */
      readonly output: { readonly isError: boolean; readonly text?: string };
      readonly fromCache: boolean;
      readonly contract: string;
      readonly redacted?: Redactions;
      /** Whether no schema describes the result. */
      readonly untyped?: true;
    }
  | { readonly kind: "asked"; readonly contract: string }
  | { readonly kind: "relayed"; readonly output: JsonObject; readonly isQuestion: boolean }
  | { readonly kind: "refused"; readonly error: unknown };

/** Counts of redactions in an answer. */
export interface Redactions {
  /** Invisible characters. */
  readonly characters: number;
  /** Our own secrets. */
  readonly secrets: number;
  /** Third-party secrets and personal data, by kind. */
  readonly [kind: string]: number;
}

/** A principal's pseudonym in the log. Only the personal fields lead back to the person. */
export interface Subject {
  readonly id: string;
  /** SHA-256 of the salt and the name. Default: none, for principals that are not persons. */
  readonly proof?: string;
}

/** A time on both clocks. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the process started. */
  readonly monotonic: number;
}
