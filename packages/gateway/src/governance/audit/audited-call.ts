import type { JsonObject, JsonValue } from "@toolcourt/sdk";

/**
 * What an entry can tell of a call. Every call of the line fits, at whatever stage it is: what it does not
 * have yet is left out.
 */
export interface AuditedCall {
  readonly callId: string;
  readonly principal: AuditedPrincipal;
  readonly queryId?: string;
  /** The call whose tool made this one. */
  readonly within?: { readonly callId: string };
  readonly correlationId: string;
  readonly traceId: string;
  readonly agent: { readonly name: string; readonly version: string };
  readonly tool: string;
  readonly arguments?: JsonValue;
  readonly registered?: {
    readonly contract: {
      readonly server: string;
      readonly name: string;
      readonly digest: string;
      readonly effect: string;
      readonly input?: JsonObject;
    };
  };
  readonly grant?: { readonly statement: string; readonly policy?: string };
  readonly approval?: {
    readonly kind: string;
    readonly id?: string;
    readonly digest?: string;
  };
}

export interface AuditedPrincipal {
  readonly id: string;
  readonly tenant?: string;
  readonly roles?: readonly string[];
  /** Only a `user` is a person, and so is whoever says nothing. */
  readonly kind?: string;
}

/** What a call came to. */
export type AuditedEnding =
  | {
      readonly kind: "answered";
      readonly output: { readonly isError: boolean };
      readonly fromCache: boolean;
      readonly contract: string;
      readonly redacted?: Redactions;
    }
  | { readonly kind: "asked"; readonly contract: string }
  | { readonly kind: "refused"; readonly error: unknown };

/** What was taken out of an answer. */
export interface Redactions {
  /** Characters that nobody sees. */
  readonly characters: number;
  /** Secrets of ours. */
  readonly secrets: number;
  /** By their kind: secrets of others, and personal data. */
  readonly [kind: string]: number;
}

/** A principal as the log knows it: under another name, which leads back only by the personal fields. */
export interface Subject {
  readonly id: string;
  /** SHA-256 of the salt and the name. Absent for principals that are no persons. */
  readonly proof?: string;
}

/** When something happened, on both clocks. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the process started. */
  readonly monotonic: number;
}
