import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { registeredTool, toolContract, validatedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { policy } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import { createAuthorize } from "./authorize.ts";
import { type CurrentPolicy, createDefaultPolicy } from "./open-policy.ts";
import type { PolicyPrincipal } from "./question.ts";

const clock = createFakeClock();

function authorizeWith(current: CurrentPolicy | string) {
  if (typeof current !== "string") return createAuthorize({ policy: current, clock });
  const compiled = policy(current);
  return createAuthorize({
    policy: { state: () => ({ kind: "usable", policy: compiled }) },
    clock,
  });
}

function callBy(principal: Partial<PolicyPrincipal>, needed: readonly string[] = []) {
  return {
    ...validatedCall({
      registered: registeredTool({ contract: toolContract({ terms: { permissions: needed } }) }),
    }),
    principal: { id: "ada", permissions: [], ...principal },
  };
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return "passed";
  } catch (error) {
    if (hasCode(error, "policy-denied") || hasCode(error, "not-permitted")) {
      const { policy: _, ...details } = { policy: undefined, ...error.details };
      return [error.code, details];
    }
    throw error;
  }
}

const text = `roles: { reader: ["forecasts:*"] }
statements:
  - { id: readers, effect: allow, roles: [reader], tools: ["weather/*"], when: 'args.city != "Atlantis"' }
  - { id: no-paris, effect: deny, principals: ["*"], tools: ["*"], when: args.city == "Paris" }`;

describe("createAuthorize", () => {
  it("grants with the statement and the policy version", () => {
    const { grant } = authorizeWith(text)(callBy({ roles: ["reader"] }));

    expect(grant).toEqual({ statement: "readers", policy: policy(text).version });
  });

  it("passes permissions from roles to the tool", () => {
    const call = authorizeWith(text)(callBy({ roles: ["reader"] }, ["forecasts:read"]));

    expect(call.principal.permissions).toEqual(["forecasts:read"]);
  });

  it.each([
    [
      "a permission is missing",
      {},
      "Geneva",
      ["not-permitted", { tool: "get-forecast", missing: ["forecasts:read"] }],
    ],
    [
      "nothing allows",
      { permissions: ["forecasts:read"] },
      "Geneva",
      ["policy-denied", { tool: "get-forecast", because: "no-statement" }],
    ],
    [
      "a statement denies",
      { roles: ["reader"] },
      "Paris",
      ["policy-denied", { tool: "get-forecast", because: "denied", statement: "no-paris" }],
    ],
    [
      "a condition fails",
      { roles: ["reader"] },
      undefined,
      [
        "policy-denied",
        { tool: "get-forecast", because: "condition-failed", statement: "no-paris" },
      ],
    ],
  ])("refuses if %s", (...[, principal, city, expected]) => {
    const call = callBy(principal, ["forecasts:read"]);
    const input = city === undefined ? {} : { city };

    expect(codeOf(() => authorizeWith(text)({ ...call, input }))).toEqual(expected);
  });

  it("refuses every call while there is no usable policy", () => {
    const current: CurrentPolicy = { state: () => ({ kind: "unusable", problems: [] }) };

    expect(
      codeOf(() => authorizeWith(current)(callBy({ kind: "local", permissions: "all" }))),
    ).toEqual(["policy-denied", { tool: "get-forecast", because: "unavailable" }]);
  });
});

it("names the policy without a statement for a call, for the audit log", () => {
  const authorize = authorizeWith(createDefaultPolicy());
  const state = createDefaultPolicy().state();
  const version = state.kind === "usable" ? state.policy.version : "";

  expect(() => authorize(callBy({ permissions: "all" }))).toThrow(
    new Refusal("policy-denied", {
      tool: "get-forecast",
      because: "no-statement",
      policy: version,
    }),
  );
});

describe("the default policy", () => {
  const authorize = authorizeWith(createDefaultPolicy());

  it("allows callers on this machine", () => {
    expect(
      authorize(callBy({ id: "local", kind: "local", permissions: "all" })).grant.statement,
    ).toBe("local-principal");
  });

  it.each([
    {},
    { kind: "user" },
    { kind: "system" },
    { id: "local" },
    { permissions: "all" },
  ] as const)("refuses %j", (principal) => {
    expect(codeOf(() => authorize(callBy(principal)))).toEqual([
      "policy-denied",
      { tool: "get-forecast", because: "no-statement" },
    ]);
  });
});
