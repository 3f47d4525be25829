import type { JsonValue } from "@toolcourt/sdk";
import { approvedCall, registeredTool, toolPlan } from "@toolcourt/testing/calls";
import { redactorsFor } from "@toolcourt/testing/redactors";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedact, type RedactDeps } from "./redact.ts";

const secret = 's3cr3t"key';

const hiding = redactorsFor(secret);

function call(tool = registeredTool()) {
  return approvedCall({ plan: toolPlan(tool, { redactor: hiding.inResult(tool) }) });
}

function redactor(onRemoved?: RedactDeps["onRemoved"]) {
  return createRedact({
    hiding,
    quarantine: { keep: () => expect.unreachable() },
    onRemoved,
  });
}

function redacted(structuredContent: JsonValue) {
  const removals: number[] = [];
  const redact = redactor((_tool, removed) => removals.push(removed));
  const checked = { content: [], structuredContent, isError: false };
  const { output, redacted: counts } = redact(call(), checked);
  return { value: output.structuredContent, removals, counts };
}

describe("redact", () => {
  it("redacts a secret inside a longer text", () => {
    expect(redacted({ log: `sent with ${secret}.` }).value).toEqual({ log: "sent with ***." });
  });

  it("redacts a secret inside JSON text, where it is escaped", () => {
    expect(redacted(JSON.stringify({ key: secret })).value).toBe('{"key":"***"}');
  });

  it("redacts a secret broken up by hidden characters", () => {
    expect(redacted(secret.split("").join("\u200b")).value).toBe("***");
  });

  it("removes hidden characters everywhere and counts them", () => {
    const { value, removals } = redacted({ "a\u200b": ["b\u001b[31mc", { d: "e\u202e" }] });

    expect(value).toEqual({ a: ["bc", { d: "e" }] });
    expect(removals).toEqual([3]);
  });

  it("cleans content and metadata too", () => {
    const redact = redactor();
    const text = `x\u0007${secret}`;

    expect(
      redact(call(), { content: [{ type: "text", text }], isError: true, meta: { text } }),
    ).toEqual({
      output: { content: [{ type: "text", text: "x***" }], isError: true, meta: { text: "x***" } },
      redacted: { characters: 2, secrets: 2 },
    });
  });

  it("counts the redactions of each result, and reports none if there were none", () => {
    expect(redacted([secret, `a\u200b${secret}`, "plain"]).counts).toEqual({
      characters: 1,
      secrets: 2,
    });
    expect(redacted(["plain"]).counts).toBeUndefined();
  });

  it("redacts apparent third-party secrets, and counts them by kind", () => {
    const { value, counts } = redacted({
      log: "password: hunter2!",
      password: "hunter2! and more",
    });

    expect(value).toEqual({ log: "password: ***", password: "***" });
    expect(counts).toEqual({ characters: 0, secrets: 0, password: 2 });
  });

  it("leaves an image unchanged, unless it contains our secret", () => {
    const redact = redactor();
    const data = ["AAAA/AK", "IAZ2J4NPQRSTUVWX34/AAAA"].join("");
    const ours = Buffer.from(`..${secret}..`).toString("base64");
    const block = { type: "image", mimeType: "image/png", data };
    const pictures = [block, { ...block, data: ours }];

    const { output } = redact(call(), { content: pictures, isError: false });

    expect(output.content[0]).toBe(block);
    expect(JSON.stringify(output.content[1])).not.toContain(ours);
  });

  it("does not let a key with hidden characters replace a plain one", () => {
    expect(redacted({ amount: 1, "amount\u200b": 1_000 }).value).toEqual({ amount: 1 });
  });

  it("keeps a key such as __proto__ an ordinary key", () => {
    const value: JsonValue = { ["__proto__"]: "x\u0007" };

    expect(JSON.stringify(redacted(value).value)).toBe('{"__proto__":"x"}');
  });

  it("returns a clean value unchanged", () => {
    const value = { days: [{ celsius: 21, sky: "blue\n\tall day" }], more: null };

    expect(redacted(value)).toEqual({ value, removals: [] });
    expect(redacted(value).value).toBe(value);
  });
});

const hazards = [secret, `x${secret}y`, "password: hunter2!", "hunter2!", "a\u200bb", "end\r"];
const { hidingPlace } = fc.letrec<{ hidingPlace: JsonValue }>((tie) => ({
  hidingPlace: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...hazards.filter((each) => each !== "hunter2!"), 1, null),
    fc.array(tie("hidingPlace")),
    fc.dictionary(fc.constantFrom("a", secret, "a\u200b"), tie("hidingPlace")),
    fc.record({ password: fc.constantFrom(...hazards) }),
  ),
}));

it("leaks no secret or hidden character, at any place in a result", () => {
  fc.assert(
    fc.property(hidingPlace, (result) => {
      const text = JSON.stringify(redacted(result).value);

      expect(text).not.toMatch(/s3cr3t|hunter2|\u200b|\\r/);
    }),
  );
});
