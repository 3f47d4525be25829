import { describe, expect, it } from "vitest";
import type { AnswerMeanings } from "./answer-meanings.ts";
import { classify, saysPartial } from "./classify.ts";
import type { AnswerHeaders } from "./retry-after.ts";

function classified(status: number, body: unknown, headers: AnswerHeaders = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { kind, details } = classify({ status, headers, body: Buffer.from(text) }, 0);
  return { kind, ...details };
}

/** Classifies with declared codes. */
function declared(status: number, body: unknown, codes: AnswerMeanings["codes"] = {}) {
  const answer = { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  const { kind, details } = classify(answer, 0, { codes });
  return { kind, ...details };
}

describe("classify", () => {
  it.each([
    [403, { error: { code: "AuthorizationFailed" } }, "access-denied"],
    [401, { error: { code: "RBACAccessDenied" } }, "access-denied"],
    [403, { error: { status: "PERMISSION_DENIED", code: 403 } }, "access-denied"],
    [400, { __type: "com.vendor.api#AccessDeniedException" }, "access-denied"],
    [403, "<Error><Code>AccessDenied</Code><Message>x</Message></Error>", "access-denied"],
    [403, "no", "access-denied"],
    [401, { error: { code: "ExpiredAuthenticationToken" } }, "token-expired"],
    [400, { __type: "ExpiredTokenException" }, "token-expired"],
    [401, { error: "invalid_token" }, "token-expired"],
    [401, "", "unauthenticated"],
    [429, "", "throttled"],
    [400, { __type: "ThrottlingException" }, "throttled"],
    [503, "<Error><Code>SlowDown</Code></Error>", "throttled"],
    [409, { error: { code: "Conflict", details: [{ code: "TooManyRequests" }] } }, "throttled"],
    [404, { error: { code: "NotFound" } }, "rejected"],
    [400, "<html>", "rejected"],
    [408, "", "failed"],
    [500, { error: [] }, "failed"],
    [502, "<html>", "failed"],
  ])("classifies %d with %j as %s", (status, body, kind) => {
    expect(classified(status, body)).toMatchObject({ kind, status });
  });

  it.each([
    ["Unauthorized. Access token is missing or invalid.", "gateway-refused"],
    ["JWT not present.", "gateway-refused"],
    ["Access denied due to missing subscription key.", "gateway-refused"],
    ["Unauthorized", "unauthenticated"],
    ["Log in first.", "unauthenticated"],
  ])("tells the gateway's own 401 from the target's: %s", (message, kind) => {
    const body = Buffer.from(JSON.stringify({ message, statusCode: 401 }));
    const answer = { status: 401, headers: {}, body };

    expect(classify({ ...answer, hasGatewayToken: true }, 0)).toMatchObject({ kind });
    expect(classify(answer, 0)).toMatchObject({ kind: "unauthenticated" });
  });

  it("reads error codes from headers", () => {
    expect(classified(403, "", { "x-ms-error-code": "AuthorizationPermissionMismatch" })).toEqual({
      kind: "access-denied",
      status: 403,
      code: "AuthorizationPermissionMismatch",
      because: "role",
    });
    expect(
      classified(401, "", { "www-authenticate": 'Bearer realm="x", error="invalid_token"' }).kind,
    ).toBe("token-expired");
    expect(
      classified(403, "", { "www-authenticate": "Bearer error=insufficient_scope" }).kind,
    ).toBe("access-denied");
  });

  it("reports the denied action without any id", () => {
    const message =
      "The client 'ada@example.com' with object id '1234' does not have authorization to perform action 'Vendor.Compute/machines/read' over scope '/a/b'.";

    expect(classified(403, { error: { code: "AuthorizationFailed", message } })).toEqual({
      kind: "access-denied",
      status: 403,
      code: "AuthorizationFailed",
      because: "role",
      action: "Vendor.Compute/machines/read",
    });
  });

  it.each(["a".repeat(65), "Vendor.Compute/x".repeat(20)])(
    "rejects an action that is too long: %s",
    (long) => {
      const message = `does not have authorization to perform action '${long}/read' over scope`;

      expect(classified(403, { error: { message } })).not.toHaveProperty("action");
    },
  );

  it("ignores free text in place of a code", () => {
    expect(classified(400, { code: "call me at ada@example.com", error: "too bad" })).toEqual({
      kind: "rejected",
      status: 400,
    });
  });

  it("reports the retry delay if a retry can help", () => {
    expect(classified(429, "", { "retry-after": "3" })).toMatchObject({ retryAfterMs: 3_000 });
    expect(classified(403, "", { "x-ratelimit-remaining": "0", "retry-after": "9" })).toEqual({
      kind: "throttled",
      status: 403,
      retryAfterMs: 9_000,
    });
    expect(classified(401, "", { "retry-after": "3" })).not.toHaveProperty("retryAfterMs");
  });

  it("does not descend into a deeply nested body", () => {
    const deep = `${'{"error":'.repeat(50_000)}1${"}".repeat(50_000)}`;

    expect(classified(400, deep).kind).toBe("rejected");
  });
});

describe("classify with declared codes", () => {
  it.each(["role", "not-visible", "policy", "disabled", "deny-assignment"] as const)(
    "reports a denial because of %s, whatever the status",
    (because) => {
      expect(declared(400, { error: { code: "Own" } }, { Own: because })).toEqual({
        kind: "access-denied",
        status: 400,
        code: "Own",
        because,
      });
    },
  );

  it("prefers a declared code to a built-in one, wherever it stands", () => {
    const body = { error: { code: "AccessDenied", details: [{ code: "Locked" }] } };

    expect(declared(403, body, { Locked: "policy" })).toMatchObject({ because: "policy" });
    expect(declared(401, body, { Locked: { outside: "region" } })).toMatchObject({
      kind: "out-of-scope",
      level: "region",
    });
  });

  it("explains a rejection in the words of the tool's author, and never repeats it", () => {
    const body = { error: { code: "Asleep", message: "Wake me." } };

    expect(declared(503, body, { Asleep: { rejected: "It sleeps." } })).toEqual({
      kind: "rejected",
      status: 503,
      code: "Asleep",
      explanation: "It sleeps.",
    });
  });

  it("knows no reason for a status without a known code", () => {
    expect(declared(403, { error: { code: "Mystery" } })).not.toHaveProperty("because");
  });

  it("finds no meaning in names that every object has", () => {
    expect(declared(400, { error: { code: "constructor" } })).toMatchObject({ kind: "rejected" });
  });

  it("takes no id for a code or an action", () => {
    const id = "abcdef12-0c52-4a3f-9a53-0f6f5a3b8c11";
    const message = `may not perform action 'Vendor.Compute/machines/${id}/read'`;

    expect(classified(400, { error: { code: id, message } })).toEqual({
      kind: "rejected",
      status: 400,
    });
  });
});

describe("classify with quota headers", () => {
  const quota = { remaining: "x-left", resetsAfter: "x-resets" };
  const waits = (status: number, headers: AnswerHeaders) =>
    classify({ status, headers, body: Buffer.of() }, 0, { quota }).details.retryAfterMs;

  it("takes the longest wait", () => {
    expect(waits(429, { "x-resets": "00:00:05", "retry-after": "3" })).toBe(5_000);
    expect(waits(429, { "x-resets": "00:00:05", "retry-after": "8" })).toBe(8_000);
    expect(waits(429, { "x-resets": "999.00:00:00" })).toBe(86_400_000);
  });

  it("ignores a quota that is not the reason", () => {
    expect(waits(503, { "x-resets": "00:00:05", "x-left": "3" })).toBeUndefined();
    expect(waits(503, { "x-resets": "00:00:05", "x-left": "0" })).toBe(5_000);
  });
});

describe("saysPartial", () => {
  it.each([
    { value: [], error: { code: "PartialFailure" } },
    { data: {}, errors: [{ message: "x" }] },
    { resultTruncated: "true" },
    { incomplete_results: true },
  ])("detects a partial result in %j", (body) => {
    expect(saysPartial(body)).toBe(true);
  });

  it.each([
    { value: [] },
    { data: {}, errors: [] },
    { error: null, truncated: false },
    [],
    "partial",
  ])("detects no partial result in %j", (body) => {
    expect(saysPartial(body)).toBe(false);
  });
});
