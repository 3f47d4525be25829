import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import {
  judgedCall,
  noAbort,
  toolContract,
  validatedCall,
  writingTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { HolderOf } from "../governance/identity/static-keys.ts";
import { isQuestion, type Principal } from "../pipeline/call.ts";
import { approverNow } from "./decide-on-calls.ts";
import { openAuthority } from "./open-authority.ts";

const decider = { by: "key:grace", roles: ["reviewer"], tenant: "north" };

const holder = { id: "key:grace", roles: ["reader"], scopes: [], isSystem: false };

const ada: Principal = { id: "key:ada", permissions: [] };

const policy = `version: 1
roles: { reviewer: ["approvals:decide"], chief: ["*:*"], clerk: ["files:read"], giver: ["grants:give"] }
subjects: [{ principals: ["key:olga"], roles: [reviewer] }]
statements: [{ id: ada-calls, effect: allow, principals: ["key:ada"], tools: ["*"] }]
...
`;

/** A tool that needs operator approval. */
function asking(effect: "write" | "destroy"): RegisteredTool {
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "operator" } as const;
  return writingTool({ settings, contract: toolContract({ effect, terms: {} }) });
}

interface Given {
  readonly effect?: "write" | "destroy";
  readonly approvers?: number;
  readonly holderOf?: HolderOf;
}

async function setUp({ effect = "write", approvers = 1, holderOf }: Given = {}) {
  const folder = await openFolder({ "policy.yaml": policy });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  let made = 0;
  const authority = await openAuthority(
    {
      stores: { url: "memory:" },
      policy: { from: "file", file: "policy.yaml" },
      audit: { key: "audit.key", mustReach: "any" },
      approvals: { key: "approvals.key", approvers, retainForMs: 86_400_000 },
      quarantine: { retain: "all", retainForMs: 86_400_000, maxResults: 100, maxBytes: 1_048_576 },
      results: { retain: "none", retainForMs: 1_000, required: false },
      connections: { key: "file:vault.key" },
    },
    {
      clock: createFakeClock(),
      write: () => undefined,
      newId: () => `id-${(made += 1)}`,
      randomBytes: (count) => new Uint8Array(count).fill((made += 1)),
      folder: folder.path,
      maxCallMs: 60_000,
      ...(holderOf && { holderOf }),
    },
  );
  onTestFinished(() => authority[Symbol.asyncDispose]());
  const registered = asking(effect);
  const tools = new Map([[registered.publicName, registered]]);
  const over = authority.over(() => ({ version: 1, tools, listed: [] }));
  /** Returns `passed` or the refusal code. */
  const call = async (): Promise<string> => {
    const authorized = over.authorize(validatedCall({ principal: ada, registered }));
    const connected = judgedCall(authorized);
    try {
      const approved = await over.approve(connected, noAbort);
      return isQuestion(approved) ? "asked" : "passed";
    } catch (error) {
      if (hasCode(error, "approval-required") || hasCode(error, "approval-expired")) {
        return error.code;
      }
      throw error;
    }
  };
  const first = await call();
  const [waiting] = await over.approvals.list({ max: 1 });
  if (waiting === undefined || first !== "approval-required") throw new Error("Nothing waits.");
  const { id, digest } = waiting;
  const say = async (by: string, roles?: readonly string[]) => {
    const verdict = { to: "approved", by, digest, ...(roles && { roles }) } as const;
    return (await over.approvals.decide(id, verdict)).kind;
  };
  const give = async (by: string, roles?: readonly string[]) => {
    const { publicName: tool, contract } = registered;
    const terms = { server: contract.server, tool, principal: ada.id, tenant: null };
    const bounds = { uses: 1, lasts: "PT1H", reason: "the monthly run" };
    return (await over.grants.give({ ...terms, ...bounds, by, roles })).kind;
  };
  return { ...over, call, say, give, id };
}

describe("an approval by an authenticated principal", () => {
  it.each([
    ["the policy names", "key:olga", []],
    ["has a role that grants it", "login:otto", ["reviewer"]],
    ["has a role that grants everything", "login:carl", ["chief"]],
  ])("counts from an approver that %s", async (_, by, roles) => {
    const { say, call } = await setUp();

    expect(await say(by, roles)).toBe("decided");
    expect(await call()).toBe("passed");
  });

  it.each([
    ["has no role", "login:otto", []],
    ["has a role for something else", "login:otto", ["clerk"]],
    ["has a role that nobody defines", "login:otto", ["boss"]],
    ["does not say what they are", "key:olga", undefined],
  ])("does not count if the approver %s", async (_, by, roles) => {
    const { say, call } = await setUp();

    expect(await say(by, roles)).toBe("not-permitted");
    expect(await call()).toBe("approval-required");
  });
});

describe("a grant by an authenticated principal", () => {
  it.each<[string, ReturnType<HolderOf>, string]>([
    ["is held by a giver", { ...holder, roles: ["giver"] }, "given"],
    ["is held by another reader", holder, "not-permitted"],
    ["was revoked", "none", "not-permitted"],
    ["cannot be looked up", undefined, "not-permitted"],
  ])("needs the current roles of a key: one that %s", async (_, found, expected) => {
    const { give } = await setUp({ holderOf: () => found });

    expect(await give("key:grace", ["giver"])).toBe(expected);
  });

  it("counts the roles of a token, and no erased giver", async () => {
    const { give } = await setUp();

    expect(await give("login:otto", ["giver"])).toBe("given");
    expect(await give("8d1f0c7e-pseudonym")).toBe("not-permitted");
    expect(await give("operator:grace")).toBe("given");
  });
});

it("accepts an approval by a local operator", async () => {
  const { say, call } = await setUp();

  expect(await say("operator:grace")).toBe("decided");
  expect(await call()).toBe("passed");
});

it.each([
  ["destroy", ["approval-required", "passed"]],
  ["write", ["passed", "approval-required"]],
] as const)(
  "requires two approvers where configured, depending on the effect: %s",
  async (effect, after) => {
    const { say, call } = await setUp({ effect, approvers: 2 });

    await say("operator:grace");
    const one = await call();
    await say("key:olga", ["reviewer"]);
    const two = await call();

    expect([one, two]).toEqual(after);
  },
);

describe("permissions", () => {
  it("come from the roles of the policy", async () => {
    const { permits } = await setUp();

    expect(permits({ id: "key:olga", permissions: [] }, "approvals:decide")).toEqual({
      kind: "permitted",
      roles: ["reviewer"],
    });
    expect(permits({ id: "key:olga", permissions: [] }, "approvals:read")).toEqual({
      kind: "missing",
    });
  });
});

it("keeps the recorded roles if the key book has no information", () => {
  const { by: id, roles, tenant } = decider;

  expect(approverNow(decider, () => undefined)).toEqual({ id, roles, tenant, permissions: [] });
});

it("returns the current roles of the key", () => {
  const now = approverNow(decider, () => ({ ...holder, tenant: "north", isSystem: true }));

  expect(now).toMatchObject({ id: "key:grace", roles: ["reader"], kind: "system" });
});

it.each([
  ["has no key any more", "none"],
  ["is of another tenant by now", { ...holder, tenant: "south" }],
  ["is of no tenant by now", holder],
] as const)("returns undefined for an approver who %s", (_what, found) => {
  expect(approverNow(decider, () => found)).toBeUndefined();
});
