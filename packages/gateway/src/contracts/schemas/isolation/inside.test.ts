import type { JsonSchema } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { admissionChecks } from "../admission/admit.ts";
import { defaultLimits } from "../limits.ts";
import { createInside } from "./inside.ts";
import type { Job, Request } from "./protocol.ts";
import { rehearsals } from "./rehearsals.ts";

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

describe("inside the worker", () => {
  it("a schema is admitted, compiled, and found again by its key", async () => {
    const answer = createInside();

    expect(await answer(value("{}"))).toEqual({ kind: "unknown" });
    expect(await answer(job(tree))).toEqual({ kind: "compiled" });
    expect(await answer(value('{"next":{}}'))).toEqual({ kind: "valid" });
    expect(await answer(value('{"next":{"n":"a"}}'))).toMatchObject({
      kind: "invalid",
      issues: [{ pointer: "/next/n" }],
    });
  });

  it("a value is sent back when defaults were filled in", async () => {
    const answer = createInside();
    await answer(job(tree, { purpose: "input" }));

    expect(await answer(value('{"next":{}}'))).toEqual({
      kind: "filled",
      value: { n: 1, next: { n: 1 } },
    });
  });

  it("a schema is refused by the checks that were asked for, and by no others", async () => {
    const answer = createInside();
    const schema = { properties: { constructor: {} } };

    expect(await answer(job(schema))).toMatchObject({
      kind: "refused",
      refusals: [{ rule: "schema/reserved-names" }],
    });
    expect(await answer(job(schema, { checks: [] }))).toEqual({ kind: "compiled" });
  });

  it("a schema that no compiler understands is an answer, not a crash", async () => {
    const answer = createInside();

    expect(await answer(job({ $ref: "https://elsewhere.example/" }, { checks: [] }))).toEqual({
      kind: "failed",
    });
  });

  it("a value that overflows the stack does not fit", async () => {
    const answer = createInside();
    await answer(job(tree));
    const deep = `${'{"next":'.repeat(50_000)}{}${"}".repeat(50_000)}`;

    expect(await answer(value(deep))).toMatchObject({ kind: "invalid" });
  });

  it("the rehearsals succeed, or they would warm up nothing", async () => {
    const answer = createInside();
    const kinds: string[] = [];
    for (const request of rehearsals) kinds.push((await answer(request)).kind);

    expect(new Set(kinds)).toEqual(new Set(["compiled", "invalid"]));
  });
});
