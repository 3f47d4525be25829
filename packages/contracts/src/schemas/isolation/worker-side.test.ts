import type { JsonSchema } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { admissionChecks } from "../admission/admit.ts";
import { defaultLimits } from "../limits.ts";
import type { Job, Request } from "./protocol.ts";
import { warmUpRequests } from "./warm-up.ts";
import { createWorkerSide } from "./worker-side.ts";

function job(schema: JsonSchema, differences: Partial<Job> = {}): Request {
  const checks = admissionChecks.map(({ id }) => id);
  return {
    kind: "compile",
    job: { key: "k", schema, purpose: "output", checks, limits: defaultLimits, ...differences },
  };
}

function value(text: string): Request {
  return { kind: "validate", key: "k", text };
}

const tree = {
  type: "object",
  properties: { next: { $ref: "#" }, n: { type: "integer", default: 1 } },
};

describe("createWorkerSide", () => {
  it("admits and compiles a schema, and finds it again by its key", async () => {
    const answer = createWorkerSide();

    expect(await answer(value("{}"))).toEqual({ kind: "unknown" });
    expect(await answer(job(tree))).toEqual({ kind: "compiled" });
    expect(await answer(value('{"next":{}}'))).toEqual({ kind: "valid" });
    expect(await answer(value('{"next":{"n":"a"}}'))).toMatchObject({
      kind: "invalid",
      issues: [{ pointer: "/next/n" }],
    });
  });

  it("returns the value if defaults were filled in", async () => {
    const answer = createWorkerSide();
    await answer(job(tree, { purpose: "input" }));

    expect(await answer(value('{"next":{}}'))).toEqual({
      kind: "filled",
      value: { n: 1, next: { n: 1 } },
    });
  });

  it("runs only the requested checks", async () => {
    const answer = createWorkerSide();
    const schema = { properties: { constructor: {} } };

    expect(await answer(job(schema))).toMatchObject({
      kind: "refused",
      refusals: [{ rule: "schema/reserved-names" }],
    });
    expect(await answer(job(schema, { checks: [] }))).toEqual({ kind: "compiled" });
  });

  it("answers with a failure for a schema that no compiler accepts", async () => {
    const answer = createWorkerSide();

    expect(await answer(job({ $ref: "https://elsewhere.example/" }, { checks: [] }))).toEqual({
      kind: "failed",
    });
  });

  it("treats a value that overflows the stack as invalid", async () => {
    const answer = createWorkerSide();
    await answer(job(tree));
    const deep = `${'{"next":'.repeat(50_000)}{}${"}".repeat(50_000)}`;

    expect(await answer(value(deep))).toMatchObject({ kind: "invalid" });
  });

  it("completes the warmUpRequests, which would warm up nothing otherwise", async () => {
    const answer = createWorkerSide();
    const kinds: string[] = [];
    for (const request of warmUpRequests) kinds.push((await answer(request)).kind);

    expect(new Set(kinds)).toEqual(new Set(["compiled", "invalid"]));
  });
});
