import { policy, policyPrincipal, policyTool } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import { couldAllow } from "./could-allow.ts";

const text = (more: string) => `roles: { reader: [cards:read] }
statements:
  - { id: small, effect: allow, roles: [reader], tools: [get_customer], when: args.amount < 1.0 }
${more}`;
const reader = policyPrincipal({ roles: ["reader"] });

describe("a tool that could be allowed", () => {
  it.each([
    ["is one that some arguments open", "", reader, true],
    ["is not one that nothing allows", "", policyPrincipal(), false],
    [
      "is one that some arguments close",
      '  - { id: d, effect: deny, roles: [reader], tools: ["*"], when: args.a == 1.0 }',
      reader,
      true,
    ],
    [
      "is not one that a statement closes",
      '  - { id: d, effect: deny, roles: [reader], tools: ["*"] }',
      reader,
      false,
    ],
  ])("%s", (...[, more, principal, expected]) => {
    expect(couldAllow(policy(text(more)), principal, policyTool())).toBe(expected);
  });

  it("is not one with missing permissions", () => {
    const tool = policyTool({ contract: { terms: { permissions: ["cards:write"] } } });

    expect(couldAllow(policy(text("")), reader, tool)).toBe(false);
  });
});
