import { describe, expect, it } from "vitest";
import { declaredBy, declaredForAll } from "./declared.ts";
import { askings } from "./upstream.ts";

describe("what a server is told of a caller", () => {
  it("is what it can be asked, and nothing else that it says", () => {
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

  it("is only what the server may ask", () => {
    const capabilities = { elicitation: {}, sampling: {}, roots: {} };

    expect(declaredBy(capabilities, ["elicitation"])).toEqual({ elicitation: {} });
    expect(declaredForAll(["sampling", "roots"])).toEqual({ sampling: {}, roots: {} });
    expect(declaredForAll([])).toEqual({});
  });

  it.each([{ elicitation: true }, { elicitation: null }, {}])(
    "is nothing for %j",
    (capabilities) => {
      expect(declaredBy(capabilities, askings)).toEqual({});
    },
  );
});
