import type { JsonObject, ToolContract } from "@toolcourt/sdk";
import { readContract } from "@toolcourt/sdk";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { annotationsAgree } from "./annotations-agree.ts";

function contractOf(annotations: JsonObject | undefined, terms: JsonObject): ToolContract {
  const { annotations: _, ...rest } = tool();
  const given = annotations === undefined ? rest : { ...rest, annotations };
  const meta = { _meta: { "dev.toolcourt/contract": terms } };
  const reading = readContract({ server: "crm", tool: { ...given, ...meta } });
  if (reading.kind === "unreadable") throw new TypeError(reading.message);
  return reading.contract;
}

describe("annotationsAgree", () => {
  it.each<[JsonObject, JsonObject]>([
    [{ readOnlyHint: true }, { category: "mutation" }],
    [{ readOnlyHint: true }, { effect: "write" }],
    [{ readOnlyHint: true }, { effect: "destroy" }],
    [{ readOnlyHint: true, destructiveHint: true }, {}],
    [{ destructiveHint: false }, { effect: "destroy" }],
  ])("rejects annotations milder than the effect: %j on %j", (annotations, terms) => {
    expect(annotationsAgree(contractOf(annotations, terms))).toBe(false);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ readOnlyHint: true }, { category: "query" }],
    [{ readOnlyHint: false }, { category: "query" }],
    [{ destructiveHint: false }, { category: "mutation" }],
    [{ destructiveHint: true }, { effect: "destroy" }],
    [{ title: "Delete" }, { effect: "destroy" }],
    [{ destructiveHint: true }, {}],
  ])("accepts annotations as strict as the effect, or stricter: %j on %j", (annotations, terms) => {
    expect(annotationsAgree(contractOf(annotations, terms))).toBe(true);
  });

  it.each<[JsonObject | undefined, JsonObject]>([
    [undefined, { effect: "write" }],
    [undefined, {}],
    [{ readOnlyHint: true }, {}],
  ])("compares nothing if the effect is undeclared: %j on %j", (annotations, terms) => {
    expect(annotationsAgree(contractOf(annotations, terms))).toBeUndefined();
  });
});
