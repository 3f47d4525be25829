import { describe, expect, it } from "vitest";
import { classify, saysPartial } from "./classify.ts";
import type { AnswerHeaders } from "./retry-after.ts";

function classified(status: number, body: unknown, headers: AnswerHeaders = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { kind, details } = classify({ status, headers, body: Buffer.from(text) }, 0);
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

  it("reads error codes from headers", () => {
    expect(classified(403, "", { "x-ms-error-code": "AuthorizationPermissionMismatch" })).toEqual({
      kind: "access-denied",
      status: 403,
      code: "AuthorizationPermissionMismatch",
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
