import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { incomingCall, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import { Redaction } from "../boundary/redaction/redaction.ts";
import { Redactors, redactInRefusals } from "./redactors.ts";

const hide = (text: string): string => text.replaceAll("s3cret", "***");

it("redacts secrets everywhere, and personal data only in stored results", () => {
  const redactors = new Redactors(new Redaction());
  const text = "jo@example.org has the password: hunter2!";

  expect(redactors.inResult(registeredTool()).redact(text).text).toBe(
    "jo@example.org has the password: ***",
  );
  expect(redactors.forNotifications(text)).toBe("jo@example.org has the password: ***");
  expect(redactors.inQuarantine(text)).toBe("*** has the password: ***");
});

function refusing(error: Error): Promise<unknown> {
  const callTool = redactInRefusals(async () => {
    throw error;
  }, hide);
  return callTool(incomingCall(), noAbort).catch((thrown: unknown) => thrown);
}

it("redacts a secret in a refusal, and changes nothing else", async () => {
  const cause = new Error("why");
  const refusal = new Refusal("tool-unknown", { tool: "is s3cret" }, { cause });

  const thrown = await refusing(refusal);

  expect(thrown).toMatchObject({ code: "tool-unknown", details: { tool: "is ***" }, cause });
  expect(String(thrown)).not.toContain("s3cret");
});

it("returns every other error unchanged", async () => {
  for (const error of [new Refusal("tool-unknown", { tool: "x" }), new TypeError("s3cret")]) {
    expect(await refusing(error)).toBe(error);
  }
});
