import { describe, expect, it } from "vitest";
import { createHoldSecret } from "../secrets/secret.ts";
import { piiKinds } from "./find-pii.ts";
import { createIsClean, createRedactText, findNamedSecret } from "./redact-text.ts";
import { secretKinds } from "./secret-pattern.ts";
import { SecretRegistry } from "./secret-registry.ts";

const registry = new SecretRegistry();
registry.hold(createHoldSecret(Buffer.alloc(32))("our-own-value"));
const everything = { registry, secrets: new Set(secretKinds), pii: new Set(piiKinds) };

it("createRedactText redacts live secrets, third-party secrets and personal data, and counts each kind", () => {
  const redact = createRedactText(everything);

  expect(
    redact("our-own-value; password: hunter2! from jo@example.org and al@example.org"),
  ).toEqual({
    text: "***; password: *** from *** and ***",
    counts: { live: 1, password: 1, email: 2 },
  });
});

it("createRedactText counts a text redacted for two reasons once", () => {
  const redact = createRedactText(everything);

  expect(redact("https://jo:hunter2@mail.example.org").counts).toEqual({ "url-credentials": 1 });
});

it("createRedactText redacts only live secrets with empty rules", () => {
  const redact = createRedactText({ registry, secrets: new Set(), pii: new Set() });

  expect(redact("our-own-value password: hunter2!")).toEqual({
    text: "*** password: hunter2!",
    counts: { live: 1 },
  });
});

it.each([
  ["a token", `ghp_${"a1B2".repeat(9)}`],
  ["an access key", "AKIAIOSFODNN7EXAMPLQ"],
  ["a card number", "4111 1111 1111 1111"],
  ["an IBAN", "DE89370400440532013000"],
])("createRedactText redacts %s behind an escaped line break or tab", (_, secret) => {
  const redact = createRedactText(everything);
  const isClean = createIsClean(everything);
  for (const before of ["\n", "\r\n", "\t"]) {
    const once = JSON.stringify({ text: `first${before}${secret}${before}last` });
    const twice = JSON.stringify({ content: once });

    expect([once, twice].map((text) => redact(text).text)).toEqual(
      [once, twice].map((text) => text.replace(secret, "***")),
    );
    expect([once, twice].map((text) => isClean(text))).toEqual([false, false]);
  }
});

it("createRedactText reads a long run of backslashes in a moment", () => {
  const text = "\\".repeat(1_000_000);

  expect(createRedactText(everything)(text).text).toBe(text);
});

it("createRedactText returns a clean text unchanged", () => {
  expect(createRedactText(everything)("Nothing to see in here.")).toEqual({
    text: "Nothing to see in here.",
    counts: {},
  });
});

it("createRedactText redacts a whole token that begins like a live secret", () => {
  const header = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9";
  const tokens = new SecretRegistry();
  tokens.holdValue(`${header}.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLW9mLW91cnMtMTIzNDU2`);
  const redact = createRedactText({ ...everything, registry: tokens });

  expect(
    redact(`got ${header}.eyJzdWIiOiJib2JieSJ9.YW5vdGhlci1zaWduYXR1cmUtMDk4NzY1 back`).text,
  ).toBe("got *** back");
});

it("createRedactText counts a live secret as live, regardless of its form", () => {
  const tokens = new SecretRegistry();
  const token = `ghp_${"a1B2".repeat(9)}`;
  tokens.holdValue(token);
  const redact = createRedactText({ ...everything, registry: tokens });

  expect(redact(`Authorization: Bearer ${token}`)).toEqual({
    text: "Authorization: Bearer ***",
    counts: { live: 1 },
  });
});

const value = "aB3dE5fG7hJ9kL1mN3pQ5rS7";

describe("findNamedSecret", () => {
  it.each([
    ["password", "hunter2!"],
    ["dbPassword", "hunter2!"],
    ["pwd", "hunter2!"],
    ["api_key", value],
    ["clientSecret", value],
    ["datadog_app", value],
  ])("finds the whole value: %s", (name, text) => {
    expect(findNamedSecret(name, text)).toMatchObject({ start: 0, end: text.length });
  });

  it.each([
    ["nextPageToken", value],
    ["token_type", "Bearer12"],
    ["secret_name", "db-credentials-2"],
    ["password", "required"],
    ["api_key", "YOUR_API_KEY_123"],
    ["description", `the name is ${value}`],
    ["note", "api_key of the second account"],
  ])("finds nothing in %s: %s", (name, text) => {
    expect(findNamedSecret(name, text)).toBeUndefined();
  });
});
