import { expect, it } from "vitest";
import { defaultRules } from "../boundary/redaction/redaction.ts";
import { redactionSchema, toRules } from "./redaction.ts";

it("redacts credentials and no personal data by default", () => {
  const { secrets, pii } = toRules({});

  expect([...pii]).toEqual([]);
  expect(secrets.has("token")).toBe(true);
  expect(secrets.has("identifier")).toBe(false);
});

it.each([
  { said: { secrets: "on" } as const, secrets: [...defaultRules.secrets] },
  { said: { secrets: "off" } as const, secrets: [] },
  { said: { secrets: ["identifier" as const] }, secrets: ["identifier"] },
])("applies $said.secrets", ({ said, secrets }) => {
  expect([...toRules(said).secrets]).toEqual(secrets);
});

it("inherits the general rules for a server unless overridden", () => {
  const forAll = toRules({ secrets: "off", pii: ["email"] });

  expect(toRules({ pii: [] }, forAll)).toEqual({ secrets: new Set(), pii: new Set() });
  expect(toRules({ secrets: "on" }, forAll)).toEqual({
    secrets: defaultRules.secrets,
    pii: new Set(["email"]),
  });
});

it.each([{ secrets: "some" }, { secrets: ["keys"] }, { pii: ["name"] }, { pii: "email" }])(
  "refuses %j",
  (given) => {
    expect(redactionSchema.safeParse(given).success).toBe(false);
  },
);
