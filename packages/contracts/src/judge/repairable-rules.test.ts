import { describe, expect, it } from "vitest";
import { changeFor, isRepairable } from "./repairable-rules.ts";
import { allRules } from "./rules.ts";

const holding = allRules.filter(({ severity }) => severity.registry === "error");

describe("the way out of a broken rule", () => {
  it.each(holding)("is a command for $id, or a sentence on who changes what", ({ id }) => {
    expect([isRepairable(id), changeFor(id) !== undefined]).toEqual(
      isRepairable(id) ? [true, false] : [false, true],
    );
  });

  it("is not known for a rule that does not exist", () => {
    expect([isRepairable("toString"), changeFor("toString")]).toEqual([false, undefined]);
  });
});
