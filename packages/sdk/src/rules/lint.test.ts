import { describe, expect, it } from "vitest";
import { contract, contractOf } from "../testing/contract.ts";
import { scene } from "../testing/remarks.ts";
import { builtinRules } from "./builtin.ts";
import { isCallable, lintContract } from "./lint.ts";
import { defineRule, type ProfileName, profileNames, type Rule } from "./rule.ts";

const objects = defineRule({
  id: "test/objects",
  severity: { core: "warning", "agent-hints": "error", registry: "off" },
  requirements: ["S0-9"],
  summary: "Reject everything",
  why: "So that there is something to find.",
  good: [],
  bad: [],
  check: () => [{ pointer: "/name", message: "Give it another name." }],
});

function lint(profiles: readonly ProfileName[], rules: readonly Rule[] = [objects]) {
  return lintContract(contract(), { rules, profiles, scene: scene() });
}

describe("lintContract", () => {
  it("gives a finding the severity of the profile, and the rule's requirements", () => {
    expect(lint(["core"])).toEqual([
      {
        rule: "test/objects",
        severity: "warning",
        pointer: "/name",
        message: "Give it another name.",
        requirements: ["S0-9"],
      },
    ]);
  });

  it("applies the strictest of several profiles, in any order", () => {
    expect(lint(["core", "agent-hints"])[0]?.severity).toBe("error");
    expect(lint(["agent-hints", "registry"])[0]?.severity).toBe("error");
  });

  it.each<ProfileName>(["registry", "workspace"])(
    "does not apply a rule that %s omits",
    (profile) => {
      expect(lint([profile])).toEqual([]);
    },
  );

  it("counts a throwing rule against the contract, without its error text", () => {
    const broken: Rule = {
      ...objects,
      check: () => {
        throw new RangeError("Maximum call stack size exceeded");
      },
    };

    const findings = lint(["agent-hints"], [broken]);

    expect(findings).toHaveLength(1);
    expect(findings[0]?.severity).toBe("error");
    expect(findings[0]?.message).not.toContain("stack");
  });
});

describe("a tool without an input schema", () => {
  it("gets one finding about it, and none about the stand-in", () => {
    const findings = lintContract(contractOf({ server: "local", tool: { name: "ping" } }), {
      rules: builtinRules,
      profiles: profileNames,
      scene: scene(),
    });

    const aboutInput = findings.filter(({ pointer }) => pointer.startsWith("/input"));
    expect(aboutInput.map(({ rule }) => rule)).toEqual(["input/present"]);
  });
});

describe("isCallable", () => {
  it("is false with an error, but not with a warning", () => {
    expect(isCallable(lint(["core"]))).toBe(true);
    expect(isCallable(lint(["agent-hints"]))).toBe(false);
  });
});
