import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { registeredTool } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import { Redaction } from "../boundary/redaction/redaction.ts";
import { Redactors, refusalWithoutSecrets } from "./redactors.ts";

const hide = (text: string): string => text.replaceAll("s3cret", "***");

it("redacts secrets everywhere, and personal data only in stored results", () => {
  const redactors = new Redactors(new Redaction());
  const text = "jo@example.org has the password: hunter2!";

  expect(redactors.inResult(registeredTool()).redact(text).text).toBe(
    "jo@example.org has the password: ***",
  );
  expect(redactors.forNotifications(text)).toBe("jo@example.org has the password: ***");
  expect(redactors.inQuarantine(text)).toEqual({ text: "*** has the password: ***", count: 2 });
});

it("redacts a secret in a refusal, and changes nothing else", () => {
  const cause = new Error("why");
  const refusal = new Refusal("tool-unknown", { tool: "is s3cret" }, { cause });

  const thrown = refusalWithoutSecrets(refusal, hide);

  expect(thrown).toMatchObject({ code: "tool-unknown", details: { tool: "is ***" }, cause });
  expect(String(thrown)).not.toContain("s3cret");
});

it("returns every other error unchanged", () => {
  for (const error of [new Refusal("tool-unknown", { tool: "x" }), new TypeError("s3cret")]) {
    expect(refusalWithoutSecrets(error, hide)).toBe(error);
  }
});
