import { expect, it } from "vitest";
import { createHoldSecret } from "../secrets/secret.ts";
import {
  defaultRules,
  ownSecretsOnly,
  Redaction,
  redactFound,
  storedTextRules,
} from "./redaction.ts";

function opened() {
  const redaction = new Redaction();
  redaction.registry.hold(createHoldSecret(Buffer.alloc(32))("our-own-value"));
  return redaction;
}

it("redaction counts by sink and kind, and keeps no redacted text", () => {
  const redaction = opened();
  const result = redaction.into("results", defaultRules);

  result("our-own-value and password: hunter2!");
  result("hunter2!", "password");
  result("nothing at all");
  redaction.into("log", storedTextRules)("written to jo@example.org from 10.0.0.7");

  expect(redaction.totals()).toEqual([
    { sink: "results", kind: "live", count: 1 },
    { sink: "results", kind: "password", count: 2 },
    { sink: "log", kind: "email", count: 1 },
  ]);
});

it("usualRules keep personal data and identifiers in results", () => {
  const result = opened().into("results", defaultRules);
  const text = "jo@example.org has AWS_ACCOUNT_ID=123456789012";

  expect(result(text)).toEqual({ text, counts: {} });
});

it("onlyOurs redacts live secrets only", () => {
  const { text } = opened().into("definitions", ownSecretsOnly)("password: hunter2! our-own-value");

  expect(text).toBe("password: hunter2! ***");
});

it("redaction covers a secret held after the redactor was created", () => {
  const redaction = new Redaction();
  const result = redaction.into("results", ownSecretsOnly);
  redaction.registry.hold(createHoldSecret(Buffer.alloc(32))("held-later"));

  expect(result("it is held-later").text).toBe("it is ***");
});

it("hideFound redacts apparent secrets and keeps the rest", () => {
  expect(redactFound("row 7 says password: hunter2! to jo@example.org")).toBe(
    "row 7 says password: *** to jo@example.org",
  );
});

it("hideFound keeps identifiers that grant no access", () => {
  expect(redactFound("AWS_ACCOUNT_ID=123456789012")).toBe("AWS_ACCOUNT_ID=123456789012");
});
