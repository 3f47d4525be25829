import { expect, it } from "vitest";
import { usualRules } from "../boundary/redaction/redaction.ts";
import { redactionSchema, toRules } from "./redaction.ts";

it("hides what opens something and no personal data, where nothing is said", () => {
  const { secrets, pii } = toRules({});

  expect([...pii]).toEqual([]);
  expect(secrets.has("token")).toBe(true);
  expect(secrets.has("identifier")).toBe(false);
});

it.each([
  { said: { secrets: "on" } as const, secrets: [...usualRules.secrets] },
  { said: { secrets: "off" } as const, secrets: [] },
  { said: { secrets: ["identifier" as const] }, secrets: ["identifier"] },
])("takes $said.secrets at its word", ({ said, secrets }) => {
  expect([...toRules(said).secrets]).toEqual(secrets);
});

it("keeps for a server what is said for all, where nothing else is said of it", () => {
  const forAll = toRules({ secrets: "off", pii: ["email"] });

  expect(toRules({ pii: [] }, forAll)).toEqual({ secrets: new Set(), pii: new Set() });
  expect(toRules({ secrets: "on" }, forAll)).toEqual({
    secrets: usualRules.secrets,
    pii: new Set(["email"]),
  });
});

it.each([{ secrets: "some" }, { secrets: ["keys"] }, { pii: ["name"] }, { pii: "email" }])(
  "refuses %j",
  (given) => {
    expect(redactionSchema.safeParse(given).success).toBe(false);
  },
);
