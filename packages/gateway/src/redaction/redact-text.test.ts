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
