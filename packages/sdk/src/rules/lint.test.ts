import { describe, expect, it } from "vitest";
import { contract, contractOf } from "../testing/contract.ts";
import { scene } from "../testing/remarks.ts";
import { builtinRules } from "./builtin.ts";
import { isCallable, lintContract } from "./lint.ts";
import { type ProfileName, profileNames } from "./profiles.ts";
import { defineRule, type Rule } from "./rule.ts";

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
  it("gives a remark the severity of the profile, and the rule's requirements", () => {
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

  it("lets the strictest of several profiles win, whatever their order", () => {
    expect(lint(["core", "agent-hints"])[0]?.severity).toBe("error");
    expect(lint(["agent-hints", "registry"])[0]?.severity).toBe("error");
  });

  it.each<ProfileName>(["registry", "workspace"])(
    "does not apply a rule that %s leaves out",
    (profile) => {
      expect(lint([profile])).toEqual([]);
    },
  );

  it("counts a rule that breaks against the contract, without its error text", () => {
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
  it("hears that it is missing, and nothing about what stands for it", () => {
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
  it("is lost by an error and not by a warning", () => {
    expect(isCallable(lint(["core"]))).toBe(true);
    expect(isCallable(lint(["agent-hints"]))).toBe(false);
  });
});
