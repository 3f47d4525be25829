import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { type Challenge, readChallenge } from "./challenge.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";
import { type AnswerHeaders, retryAfterMs } from "./retry-after.ts";

/**
 * Meaning of error codes, regardless of status: some vendors deny with 401 and throttle with 400 or
 * 403.
 */
const meanings: readonly (readonly [RegExp, FailureKind])[] = [
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

/** Turns a failed answer into a failure of the matching kind. */
export function classify(answer: FailedAnswer, nowMs: number): EgressFailure {
  if (isOfGateway(answer)) return new EgressFailure("gateway-refused", { status: answer.status });
  const { codes, action } = errorWords(answer);
  const [first] = codes;
  const failure = codes.flatMap(meaningOf)[0] ?? { kind: byStatus(answer), code: first };
  const wait = mayPass.has(failure.kind) ? retryAfterMs(answer.headers, nowMs) : undefined;
  return new EgressFailure(failure.kind, {
    status: answer.status,
    ...challengeOf(answer),
    ...(failure.code !== undefined && { code: failure.code }),
    ...(failure.kind === "access-denied" && action !== undefined && { action }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

/**
 * API Management demands its own key with its own scheme. The target's credential is not at fault.
 */
function isOfGateway({ status, headers }: FailedAnswer): boolean {
  return status === 401 && /^AzureApiManagementKey\b/.test(headers["www-authenticate"] ?? "");
}

/** Returns nothing if the target only refuses, without saying what it demands. */
function challengeOf({ status, headers }: FailedAnswer): { readonly challenge?: Challenge } {
  if (status !== 401 && status !== 403) return {};
  const challenge = readChallenge(headers["www-authenticate"]);
  if (challenge?.resourceMetadata === undefined && challenge?.scope === undefined) return {};
  return { challenge };
}

const mayPass: ReadonlySet<FailureKind> = new Set(["throttled", "failed"]);

function meaningOf(code: string): readonly { readonly code: string; readonly kind: FailureKind }[] {
  const kind = meanings.find(([pattern]) => pattern.test(code))?.[1];
  return kind === undefined ? [] : [{ code, kind }];
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
    action: /perform action '([\w.*-]{1,64}(?:\/[\w.*-]{1,64}){1,8})'/.exec(text)?.[1],
  };
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
  return /^[A-Za-z][\w.-]{1,63}$/.test(code) ? [code] : [];
}
