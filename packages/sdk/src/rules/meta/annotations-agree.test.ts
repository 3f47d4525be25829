import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import type { Terms } from "../../contract/terms.ts";
import { remarks } from "../../testing/remarks.ts";
import { metaAnnotationsAgree } from "./annotations-agree.ts";

function pointers(annotations: JsonObject, terms: Terms = {}) {
  const found = remarks(metaAnnotationsAgree, { asReceived: { annotations }, terms });
  return found.map(({ pointer }) => pointer.replace("/asReceived/annotations/", ""));
}

describe("meta/annotations-agree", () => {
  it("finds a query that says it is more than that", () => {
    expect(pointers({ readOnlyHint: false }, { category: "query" })).toEqual(["readOnlyHint"]);
    expect(pointers({ destructiveHint: true }, { category: "analysis" })).toEqual([
      "destructiveHint",
    ]);
  });

  it("goes by the effect where both are given", () => {
    const terms = { category: "generation", effect: "write" } as const;

    expect(pointers({ readOnlyHint: true }, terms)).toEqual(["readOnlyHint"]);
  });

  it("takes no default of the protocol for a statement", () => {
    expect(pointers({}, { category: "query" })).toEqual([]);
    expect(pointers({ readOnlyHint: true })).toEqual([]);
  });

  it("lets what is generated be kept or not", () => {
    expect(pointers({ readOnlyHint: true }, { category: "generation" })).toEqual([]);
    expect(pointers({ readOnlyHint: false }, { category: "generation" })).toEqual([]);
  });

  it("compares repeats only where repeats can do something", () => {
    expect(pointers({ idempotentHint: false }, { idempotent: true })).toEqual(["idempotentHint"]);
    expect(pointers({ idempotentHint: false, readOnlyHint: true }, { idempotent: true })).toEqual(
      [],
    );
    expect(pointers({ idempotentHint: true })).toEqual([]);
  });

  it("ignores hints of another type", () => {
    expect(pointers({ readOnlyHint: "true", destructiveHint: true })).toEqual([]);
  });
});
