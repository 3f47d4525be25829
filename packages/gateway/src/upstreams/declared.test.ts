import { describe, expect, it } from "vitest";
import { declaredBy, declaredForAll } from "./declared.ts";
import { askings } from "./upstream.ts";

describe("declared capabilities of a caller", () => {
  it("contain what it can be asked, and nothing else", () => {
    const capabilities = {
      elicitation: { form: { applyDefaults: true }, url: {}, note: "for your eyes only" },
      sampling: { tools: "yes" },
      experimental: { secret: "hunter2" },
      extensions: {},
    };

    expect(declaredBy(capabilities, askings)).toEqual({
      elicitation: { form: {}, url: {} },
      sampling: {},
    });
  });

  it("contain only what the server may ask", () => {
    const capabilities = { elicitation: {}, sampling: {}, roots: {} };

    expect(declaredBy(capabilities, ["elicitation"])).toEqual({ elicitation: {} });
    expect(declaredForAll(["sampling", "roots"])).toEqual({ sampling: {}, roots: {} });
    expect(declaredForAll([])).toEqual({});
  });

  it.each([{ elicitation: true }, { elicitation: null }, {}])(
    "are empty for %j",
    (capabilities) => {
      expect(declaredBy(capabilities, askings)).toEqual({});
    },
  );
});
