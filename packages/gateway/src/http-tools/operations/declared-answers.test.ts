import { describe, expect, it } from "vitest";
import { draftDigest, operationJson } from "../drafts/draft.ts";
import { readDraft } from "../drafts/read-draft.ts";
import { readToolsFile } from "./read-tools-file.ts";

// What a file declares about answers and about the scope of discoveries.

function toolOf(text: string) {
  const reading = readToolsFile(text, "t.yaml");
  if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
  const [tool] = reading.tools;
  if (tool === undefined) throw new TypeError("The file has no tool.");
  return tool;
}

function problemsOf(text: string): readonly string[] {
  const reading = readToolsFile(text, "t.yaml");
  return reading.kind === "invalid" ? reading.problems : [];
}

function discovering(scope: string): string {
  return `tools:
  - name: list-things
    description: d
    get: /things
    output: { type: object }
    discovery: { stage: inventory, tier: inventory, scope: ${scope} }
`;
}

const plain =
  "tools: [{ name: get-thing, description: d, get: /thing, output: { type: object } }]\n";

describe("answers of a file", () => {
  const answers = `answers:
  codes: { Hidden: not-visible, Elsewhere: { outside: region }, Asleep: { rejected: It sleeps. } }
  quota: { remaining: X-Left, resets_after: X-Resets }
  partial: { X-Cut: "yes" }
`;

  it("become part of every operation, with header names in lower case", () => {
    expect(toolOf(plain + answers).operation.answers).toEqual({
      codes: {
        Hidden: "not-visible",
        Elsewhere: { outside: "region" },
        Asleep: { rejected: "It sleeps." },
      },
      quota: { remaining: "x-left", resetsAfter: "x-resets" },
      partial: { "x-cut": "yes" },
    });
  });

  it("change the digest of the operation, which stays the same without them", () => {
    const without = toolOf(plain);

    expect(draftDigest(toolOf(plain + answers))).not.toBe(draftDigest(without));
    expect(operationJson(without.operation)).not.toHaveProperty("answers");
  });

  it("survive as part of a draft", () => {
    const { tool, operation } = toolOf(plain + answers);
    const reading = readDraft({ tool, operation: operationJson(operation) });

    expect(reading).toMatchObject({ kind: "draft", draft: { operation } });
  });

  it.each([
    ["codes: { A B: role }", 'codes."A B": Expected error codes and their meanings'],
    ["codes: { Odd: maybe }", "codes.Odd: Expected role, not-visible, policy, disabled"],
    ["codes: { Odd: { outside: 1 2 } }", "codes.Odd.outside: Expected the name of a level"],
    ["codes: { Odd: { rejected: '' } }", "codes.Odd.rejected: Expected a sentence of at most"],
    ["quota: { remaining: x-left }", "quota.resets_after: This is missing; expected the name"],
    ["quota: { remaining: a b, resets_after: x }", "quota.remaining: Expected the name of a"],
    ["partial: { x-cut: true }", "partial.x-cut: Expected a text of at most 100 visible"],
    ["parts: 1", "parts: There is no such key. The keys here are codes, quota, partial."],
  ])("with the mistake %s are refused at its place", (written, problem) => {
    const [found = ""] = problemsOf(`${plain}answers: { ${written} }\n`);

    expect(found).toMatch(/^t\.yaml:2:\d+ answers\./);
    expect(found).toContain(problem);
  });
});

describe("levels of a discovery", () => {
  it("may be optional, compared without regard to case, and have a pattern", () => {
    const group = "{ level: group, optional: true, ignore_case: true, pattern: '^[a-z()]{1,9}$' }";
    const { tool, operation } = toolOf(discovering(`[tenant, ${group}]`));

    expect(operation.connection).toEqual({
      scope: { tenant: "/scope/tenant", group: "/scope/group" },
      optional: ["group"],
      ignoreCase: ["group"],
      tier: "/tier",
    });
    expect(tool["inputSchema"]).toMatchObject({
      properties: {
        scope: {
          required: ["tenant"],
          properties: { group: { pattern: "^[a-z()]{1,9}$" } },
        },
      },
    });
  });

  it.each([
    ["[{ level: a, optional: true }]", "scope: Expected at least one level that is not optional"],
    ["[]", "scope: Expected at least one level that is not optional"],
    ["[a, { level: a }]", "scope: Expected each level once"],
    [
      "[a, { level: b, pattern: x }]",
      "scope[1].pattern: Expected a regular expression from ^ to $",
    ],
    ["[a, { name: b }]", "scope[1]"],
    ["[3]", "scope[0]: Expected the name of a level, or keys and values, got 3."],
  ])("written as %s are refused at their place", (scope, problem) => {
    expect(problemsOf(discovering(scope)).join("\n")).toContain(`tools[0].discovery.${problem}`);
  });
});
