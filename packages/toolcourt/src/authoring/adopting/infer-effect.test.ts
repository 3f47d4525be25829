import { describe, expect, it } from "vitest";
import { inferEffect } from "./infer-effect.ts";

describe("inferEffect", () => {
  it.each([
    ["list_files", { readOnlyHint: true }, { effect: "read", because: "annotation" }],
    ["listFiles", undefined, { effect: "read", because: "name" }],
    ["get_delete_history", undefined, { effect: "read", because: "name" }],
    ["list_files", { readOnlyHint: false }, { effect: "write", because: "annotation" }],
    ["summary", undefined, { effect: "write", because: "unknown" }],
    ["users.create", undefined, { effect: "write", because: "name" }],
    ["send-mail", { readOnlyHint: true }, { effect: "write", because: "name" }],
    ["edit_file", { destructiveHint: true }, { effect: "destroy", because: "annotation" }],
    ["get_file", { destructiveHint: true }, { effect: "destroy", because: "annotation" }],
    ["deleteUser", { readOnlyHint: true }, { effect: "destroy", because: "name" }],
    ["", { readOnlyHint: "yes" }, { effect: "write", because: "unknown" }],
  ])("infers for %s with %j the effect %j", (name, annotations, inferred) => {
    const tool = annotations === undefined ? { name } : { name, annotations };

    expect(inferEffect(tool)).toEqual(inferred);
  });

  it("infers a write for a tool without a name", () => {
    expect(inferEffect({})).toEqual({ effect: "write", because: "unknown" });
  });
});
