import { expect, it } from "vitest";
import { createHoldSecret } from "../secrets/secret.ts";
import { piiKinds } from "./find-pii.ts";
import { createRedactText } from "./redact-text.ts";
import { secretKinds } from "./secret-pattern.ts";
import { createSecretRegistry } from "./secret-registry.ts";

const registry = createSecretRegistry();
registry.hold(createHoldSecret(Buffer.alloc(32))("our-own-value"));
const everything = { registry, secrets: new Set(secretKinds), pii: new Set(piiKinds) };

it("hides all three and counts each kind", () => {
  const redact = createRedactText(everything);

  expect(
    redact("our-own-value; password: hunter2! from jo@example.org and al@example.org"),
  ).toEqual({
    text: "***; password: *** from *** and ***",
    counts: { live: 1, password: 1, email: 2 },
  });
});

it("counts what is hidden in two ways once", () => {
  const redact = createRedactText(everything);

  expect(redact("https://jo:hunter2@mail.example.org").counts).toEqual({ "url-credentials": 1 });
});

it("hides only our own where nothing else is asked for", () => {
  const redact = createRedactText({ registry, secrets: new Set(), pii: new Set() });

  expect(redact("our-own-value password: hunter2!")).toEqual({
    text: "*** password: hunter2!",
    counts: { live: 1 },
  });
});

it("gives a text without any of it back the very same", () => {
  expect(createRedactText(everything)("Nothing to see in here.")).toEqual({
    text: "Nothing to see in here.",
    counts: {},
  });
});

it("takes all out of a token that begins like one of ours", () => {
  const header = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9";
  const tokens = createSecretRegistry();
  tokens.holdValue(`${header}.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLW9mLW91cnMtMTIzNDU2`);
  const redact = createRedactText({ ...everything, registry: tokens });

  expect(
    redact(`got ${header}.eyJzdWIiOiJib2JieSJ9.YW5vdGhlci1zaWduYXR1cmUtMDk4NzY1 back`).text,
  ).toBe("got *** back");
});

it("counts what is ours as ours, whatever it looks like", () => {
  const tokens = createSecretRegistry();
  const token = `ghp_${"a1B2".repeat(9)}`;
  tokens.holdValue(token);
  const redact = createRedactText({ ...everything, registry: tokens });

  expect(redact(`Authorization: Bearer ${token}`)).toEqual({
    text: "Authorization: Bearer ***",
    counts: { live: 1 },
  });
});
