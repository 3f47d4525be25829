import { type AnswerHeaders, durationMs } from "./retry-after.ts";

/** Why a target denies a request. A role helps only against the first. */
export const denialReasons = [
  "role",
  "not-visible",
  "policy",
  "disabled",
  "deny-assignment",
] as const;
export type DenialReason = (typeof denialReasons)[number];

/**
 * Meaning of a target's error code: a denial, a credential for another value of a scope level, or a
 * rejection that our own sentence explains.
 */
export type CodeMeaning =
  | DenialReason
  | { readonly outside: string }
  | { readonly rejected: string };

/** Headers that report a quota: what is left of it, and how long until it is full again. */
export interface QuotaHeaders {
  readonly remaining: string;
  readonly resetsAfter: string;
}

/** What answers of one provider mean. Names of codes and headers belong to the tools, not to us. */
export interface AnswerMeanings {
  /** By error code. Takes precedence over the built-in table. Default: none. */
  readonly codes?: Readonly<Record<string, CodeMeaning>>;
  /** Default: none. */
  readonly quota?: QuotaHeaders;
  /** Header values of a success that mark it as partial, by lower-case name. Default: none. */
  readonly partial?: Readonly<Record<string, string>>;
}

/** Returns whether the headers of a success report that it is incomplete. */
export function headersSayPartial(
  headers: AnswerHeaders,
  { partial = {} }: AnswerMeanings = {},
): boolean {
  return Object.entries(partial).some(
    ([name, value]) => headers[name]?.trim().toLowerCase() === value.toLowerCase(),
  );
}

/** Returns whether the quota has nothing left. */
export function isQuotaUsedUp(headers: AnswerHeaders, quota: QuotaHeaders | undefined): boolean {
  return quota !== undefined && /^0+$/.test(headers[quota.remaining]?.trim() ?? "");
}

/** Returns the time until the quota is full again. Undefined if the target does not say. */
export function quotaResetMs(
  headers: AnswerHeaders,
  quota: QuotaHeaders | undefined,
): number | undefined {
  return quota && durationMs(headers[quota.resetsAfter]);
}
