import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import {
  type AnswerMeanings,
  type CodeMeaning,
  isQuotaUsedUp,
  quotaResetMs,
} from "./answer-meanings.ts";
import { type Challenge, readChallenge } from "./challenge.ts";
import { EgressFailure, type FailureDetails, type FailureKind } from "./egress-failure.ts";
import { type AnswerHeaders, retryAfterMs } from "./retry-after.ts";

/**
 * Meaning of error codes, regardless of status: some vendors deny with 401 and throttle with 400 or
 * 403.
 */
const knownCodes: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /^(?:\w*Throttl\w*|TooManyRequests\w*|\w*RateLimit\w*|rate_?limit\w*|RESOURCE_EXHAUSTED|SlowDown|RequestLimitExceeded|ServerBusy|quotaExceeded|\w*RequestRateTooLarge)$/,
    "throttled",
  ],
  [
    /^(?:\w*AuthorizationFailed|RBACAccessDenied|\w*AccessDenied\w*|access_denied|AuthorizationPermissionMismatch|InsufficientAccountPermissions|InsufficientPermissions?|insufficient_(?:scope|permissions?)|UnauthorizedOperation|PERMISSION_DENIED|Authorization_RequestDenied)$/,
    "access-denied",
  ],
  [
    /^(?:Expired\w*Token\w*|\w*TokenExpired\w*|token_expired|invalid_token|expired_token|InvalidAuthenticationToken)$/,
    "token-expired",
  ],
];

/** A kind of failure, and what else the code behind it says. */
interface Understood extends Pick<FailureDetails, "code" | "because" | "level" | "explanation"> {
  readonly kind: FailureKind;
}

/**
 * Turns a failed answer into a failure of the matching kind. Codes that the operation declares
 * decide first, then the built-in ones, then the status.
 */
export function classify(
  answer: FailedAnswer,
  nowMs: number,
  meanings: AnswerMeanings = {},
): EgressFailure {
  if (isOfGateway(answer)) return new EgressFailure("gateway-refused", { status: answer.status });
  const { codes, action } = errorWords(answer);
  const [first] = codes;
  const [understood] = [
    ...codes.flatMap((code) => declaredMeaning(code, meanings)),
    ...codes.flatMap(meaningOf),
  ];
  const { kind, ...failure } = understood ?? { kind: byStatus(answer), code: first };
  const wait = mayPass.has(kind) ? waitMs(kind, answer.headers, { nowMs, meanings }) : undefined;
  return new EgressFailure(kind, {
    status: answer.status,
    ...challengeOf(answer),
    ...defined(failure),
    ...(kind === "access-denied" && action !== undefined && { action }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

/** A quota that is reported with every answer matters only if it is the reason. */
function waitMs(
  kind: FailureKind,
  headers: AnswerHeaders,
  { nowMs, meanings }: { readonly nowMs: number; readonly meanings: AnswerMeanings },
): number | undefined {
  const { quota } = meanings;
  const isReason = kind === "throttled" || isQuotaUsedUp(headers, quota);
  return retryAfterMs(headers, nowMs, isReason ? quotaResetMs(headers, quota) : undefined);
}

function declaredMeaning(code: string, { codes = {} }: AnswerMeanings): readonly Understood[] {
  const meaning = Object.hasOwn(codes, code) ? codes[code] : undefined;
  return meaning === undefined ? [] : [{ code, ...understoodAs(meaning) }];
}

function understoodAs(meaning: CodeMeaning): Understood {
  if (typeof meaning === "string") return { kind: "access-denied", because: meaning };
  if ("outside" in meaning) return { kind: "out-of-scope", level: meaning.outside };
  return { kind: "rejected", explanation: meaning.rejected };
}

/**
 * API Management demands its own key with its own scheme, and refuses its own token in a form of
 * its own. The target's credential is not at fault.
 */
function isOfGateway({ status, headers, body, hasGatewayToken = false }: FailedAnswer): boolean {
  if (status !== 401) return false;
  if (/^AzureApiManagementKey\b/.test(headers["www-authenticate"] ?? "")) return true;
  return hasGatewayToken && isGatewayForm(parsed(Buffer.from(body).toString("utf8")));
}

/** What API Management says about its own key and token. */
const gatewayMessage = /\b(?:subscription key|JWT|token)\b/i;

/**
 * Other servers use this form too, such as those of NestJS. So it counts only if the gateway judges
 * a token, and if the message names it.
 */
function isGatewayForm(body: JsonValue | undefined): boolean {
  if (!isJsonObject(body)) return false;
  const { statusCode, message, ...others } = body;
  if (statusCode !== 401 || typeof message !== "string") return false;
  return gatewayMessage.test(message) && Object.keys(others).length === 0;
}

/** Returns nothing if the target only refuses, without saying what it demands. */
function challengeOf({ status, headers }: FailedAnswer): { readonly challenge?: Challenge } {
  if (status !== 401 && status !== 403) return {};
  const challenge = readChallenge(headers["www-authenticate"]);
  if (challenge?.resourceMetadata === undefined && challenge?.scope === undefined) return {};
  return { challenge };
}

const mayPass: ReadonlySet<FailureKind> = new Set(["throttled", "failed"]);

function meaningOf(code: string): readonly Understood[] {
  const kind = knownCodes.find(([pattern]) => pattern.test(code))?.[1];
  if (kind === undefined) return [];
  return [{ code, kind, ...(kind === "access-denied" && { because: "role" }) }];
}

const byNumber: Readonly<Record<number, FailureKind>> = {
  401: "unauthenticated",
  403: "access-denied",
  408: "failed",
  429: "throttled",
};

function byStatus({ status, headers }: FailedAnswer): FailureKind {
  // GitHub and others report the rate limit in headers and answer 403 once it is exhausted.
  const isUsedUp = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
  if (status === 403 && isUsedUp) return "throttled";
  return byNumber[status] ?? (status >= 500 ? "failed" : "rejected");
}

const flags = [
  "resultTruncated",
  "incomplete_results",
  "timed_out",
  "partial",
  "isPartial",
  "truncated",
];

/** Returns whether the body of a successful answer reports itself incomplete or partly failed. */
export function saysPartial(body: JsonValue): boolean {
  if (!isJsonObject(body)) return false;
  if (flags.some((flag) => isYes(own(body, flag)))) return true;
  const faults = [own(body, "error"), own(body, "errors")];
  return faults.some((fault) => (Array.isArray(fault) ? fault.length > 0 : isJsonObject(fault)));
}

function isYes(value: JsonValue | undefined): boolean {
  return value === true || value === "true";
}

/** The parts of a failed answer that are read. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
  /** Whether a gateway on the way was sent a token of its own. Default: false. */
  readonly hasGatewayToken?: boolean;
}

/** The target's own error identifiers, limited to strict forms. */
export interface ErrorWords {
  /** Most general first. */
  readonly codes: readonly string[];
  /** The denied action, if named. */
  readonly action: string | undefined;
}

const codeHeaders = ["x-ms-error-code", "x-amzn-errortype"];
const codeKeys = ["code", "Code", "status", "__type", "errorCode", "error", "reason", "type"];
const deepest = 4;

/** Finds the error codes of an answer from any vendor. Ignores free text. */
function errorWords({ headers, body }: FailedAnswer): ErrorWords {
  const text = Buffer.from(body).toString("utf8");
  const challenge = /\berror="?([a-z_]{1,40})"?/.exec(headers["www-authenticate"] ?? "")?.[1];
  const codes = [
    ...codeHeaders.map((name) => headers[name]),
    challenge,
    ...codesIn(parsed(text), deepest),
    ...Array.from(text.matchAll(/<Code>([\w.-]{1,64})<\/Code>/g), ([, code]) => code).slice(0, 4),
  ];
  return {
    codes: codes.flatMap((code) => (code === undefined ? [] : strictCode(code))),
    action: withoutId(/perform action '([\w.*-]{1,64}(?:\/[\w.*-]{1,64}){1,8})'/.exec(text)?.[1]),
  };
}

/** Ids of principals, requests and resources have this form in many vendors' answers. */
const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

function withoutId(text: string | undefined): string | undefined {
  return text !== undefined && id.test(text) ? undefined : text;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function codesIn(value: JsonValue | undefined, depth: number): readonly string[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) {
    return value.slice(0, 4).flatMap((each: JsonValue) => codesIn(each, depth - 1));
  }
  return isJsonObject(value) ? [...codesOf(value), ...codesBelow(value, depth)] : [];
}

function codesOf(error: JsonObject): readonly string[] {
  return codeKeys.flatMap((key) => {
    const code = own(error, key);
    return typeof code === "string" ? [code] : [];
  });
}

function codesBelow(error: JsonObject, depth: number): readonly string[] {
  return ["error", "Error", "errors", "innererror", "details"].flatMap((key) =>
    codesIn(own(error, key), depth - 1),
  );
}

/**
 * `com.vendor#ThrottlingException:http://…` becomes `ThrottlingException`. Text with spaces is no
 * code.
 */
function strictCode(written: string): readonly string[] {
  const code = written.replace(/^[\w.]*#/, "").replace(/:.*$/, "");
  return /^[A-Za-z][\w.-]{1,63}$/.test(code) && !id.test(code) ? [code] : [];
}
