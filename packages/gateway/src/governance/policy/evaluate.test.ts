import { cpuUsage } from "node:process";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import {
  decide,
  policy,
  policyPrincipal,
  policyQuestion,
  policyTool,
} from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import { couldAllow, evaluate, explain } from "./evaluate.ts";
import { Policy } from "./policy.ts";
import type { PolicyTool } from "./question.ts";

const nothing = { kind: "refused", because: "no-statement" };
const allowed = (statement: string) => ({ kind: "allowed", statement });
const denied = (statement: string) => ({ kind: "refused", because: "denied", statement });

const openDoor = `statements:
  - { id: everything, effect: allow, principals: ["*"], tools: ["*"] }`;

function doorFor(who: string): string {
  return `roles: { support: [customers:read], other: ["*:*"] }
subjects:
  - { principals: [grace], roles: [support] }
  - { scopes: [tools.read], roles: [support] }
  - { claims: { team: [a, b], /deep/er: x }, roles: [support] }
statements:
  - { id: door, effect: allow, ${who}, tools: ["*"] }`;
}

function doorTo(tools: string): string {
  return `statements:
  - { id: door, effect: allow, principals: ["*"], ${tools} }`;
}

function needing(...permissions: string[]): PolicyTool {
  return policyTool({ contract: { terms: { permissions } } });
}

/** Returns a policy in which this condition alone allows or denies. */
function when(condition: string, effect: "allow" | "deny" = "allow"): string {
  const others = `
  - { id: base, effect: allow, principals: ["*"], tools: ["*"] }`;
  return `statements:${effect === "allow" ? "" : others}
  - { id: asked, effect: ${effect}, principals: ["*"], tools: ["*"], when: ${JSON.stringify(condition)} }`;
}

function costly(condition: string): string {
  return `statements:
  - { id: open, effect: allow, principals: ["*"], tools: ["*"] }
  - { id: costly, effect: deny, principals: ["*"], tools: ["*"], when: ${JSON.stringify(condition)} }`;
}

function list(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

function keyed(length: number): JsonObject {
  return Object.fromEntries(list(length).map((index) => [`key${index}`, index]));
}

const inherited = parseJson('{"__proto__":{"team":"a","deep":{"er":"x"}}}');
const hostileClaims = isJsonObject(inherited) ? inherited : {};

describe("evaluate", () => {
  it.each(["", "statements: []", "roles: { reader: [cards:read] }"])(
    "allows nothing without a statement: %j",
    (text) => {
      expect(decide(text)).toEqual(nothing);
    },
  );

  it("grants a system principal nothing by default", () => {
    expect(decide("", { principal: policyPrincipal({ kind: "system" }) })).toEqual(nothing);
  });

  it("names the first statement that allows", () => {
    const text = `${openDoor}
  - { id: second, effect: allow, principals: [ada], tools: [get_customer] }`;

    expect(decide(text)).toEqual(allowed("everything"));
  });

  it("lets a deny win at any position", () => {
    const text = `${openDoor}
  - { id: not-this, effect: deny, principals: [ada], tools: [get_customer] }`;

    expect(decide(text)).toEqual(denied("not-this"));
    expect(decide(text, { principal: policyPrincipal({ id: "grace" }) })).toEqual(
      allowed("everything"),
    );
  });
});

describe("principals of a statement", () => {
  it.each([
    ["by id", "principals: [ada]", {}, true],
    ["by another id", "principals: [adam]", {}, false],
    ["by id, letter by letter", "principals: [Ada]", {}, false],
    ["by kind", "kinds: [user]", {}, true],
    ["by kind that it says", "kinds: [system]", { kind: "system" as const }, true],
    ["by the kind of another", "kinds: [local]", {}, false],
    ["by tenant", "tenants: [acme]", { tenant: "acme" }, true],
    ["by the tenant of another", "tenants: [acme]", { tenant: "evil" }, false],
    ["by tenant, without one", "tenants: [acme]", {}, false],
    ["by a role of its identity", "roles: [support]", { roles: ["support"] }, true],
    ["by a role that the policy does not know", "roles: [support]", { roles: ["admin"] }, false],
    ["by a role by id", "roles: [support]", { id: "grace" }, true],
    ["by a role by scope", "roles: [support]", { scopes: ["x", "tools.read"] }, true],
    ["by a role by claims", "roles: [support]", { claims: { team: "b", deep: { er: "x" } } }, true],
    [
      "by a role by a list",
      "roles: [support]",
      { claims: { team: ["c", "a"], deep: { er: ["x"] } } },
      true,
    ],
    ["by half of the claims", "roles: [support]", { claims: { team: "b" } }, false],
    ["by a claim of a prototype", "roles: [support]", { claims: hostileClaims }, false],
    ["by all keys", "principals: [ada], roles: [support]", { roles: ["support"] }, true],
    ["by one key of two", "principals: [ada], roles: [support]", {}, false],
  ])("%s", (...[, who, differences, isMeant]) => {
    const decision = decide(doorFor(who), { principal: policyPrincipal(differences) });

    expect(decision).toEqual(isMeant ? allowed("door") : nothing);
  });
});

describe("tools of a statement", () => {
  const tool = policyTool({
    publicName: "customers__get_customer",
    contract: {
      server: "customers",
      name: "get_customer",
      effect: "write",
      terms: { tags: ["crm", "pii"], category: "query" },
    },
  });

  it.each([
    ["tools: [customers__get_customer]", true],
    ["tools: [get_customer]", false],
    ["tools: [customers/get_customer]", true],
    ["tools: [customers/*]", true],
    ['tools: ["*/get_*"]', true],
    ["tools: [other/get_customer]", false],
    ["tools: [customers/customers__get_customer]", false],
    ["effects: [read, write]", true],
    ["effects: [read]", false],
    ["tags: [pii]", true],
    ["tags: [pi]", false],
    ["categories: [query]", true],
    ["categories: [mutation]", false],
    ["tools: [customers/*], effects: [write], tags: [crm], categories: [query]", true],
    ["tools: [customers/*], effects: [write], tags: [crm], categories: [mutation]", false],
  ])("%s: %j", (tools, isMeant) => {
    expect(decide(doorTo(tools), { tool })).toEqual(isMeant ? allowed("door") : nothing);
  });

  it("exclude tools without a tag or category, if one is required", () => {
    expect(decide(doorTo("tags: [crm]"))).toEqual(nothing);
    expect(decide(doorTo("categories: [query]"))).toEqual(nothing);
  });
});

describe("permissions", () => {
  const text = `roles:
  reader: [cards:read]
  keeper: ["cards:*", "*:read"]
${openDoor}`;

  it.each([
    [[], ["cards:read"], ["cards:read"]],
    [["reader"], ["cards:read"], []],
    [["reader"], ["cards:read", "cards:write"], ["cards:write"]],
    [["keeper"], ["cards:write", "decks:read"], []],
    [["keeper"], ["decks:write"], ["decks:write"]],
    [["reader", "keeper"], [], []],
  ])("of roles %j for %j lack %j", (roles, needed, missing) => {
    const decision = decide(text, {
      principal: policyPrincipal({ roles }),
      tool: needing(...needed),
    });

    expect(decision).toEqual(
      missing.length === 0
        ? allowed("everything")
        : { kind: "refused", because: "missing-permission", missing },
    );
  });

  it("may come with the identity, case-sensitively", () => {
    const kinds = ([["cards:read"], ["cards:*"], "all"] as const).map((permissions) => {
      const principal = policyPrincipal({ permissions });
      return decide(text, { principal, tool: needing("cards:read") }).kind;
    });

    expect(kinds).toEqual(["allowed", "refused", "allowed"]);
  });
});

describe("a condition", () => {
  it.each([
    ["args.amount < 100.0", true],
    ["args.amount * 2.0 == 24.0", true],
    ["args.amount == 12", true],
    ['principal.id == "ada" && principal.kind == "user"', true],
    ['tool.server == "customers" && tool.effect == "read"', true],
    ['contract.digest == "sha256:00"', true],
    ['args.path.startsWith("/home/") && !args.path.contains("..")', true],
    ["args.path.safeMatches('^/home/[a-z]+$')", true],
    ["args.tags.all(t, t.size() < 5)", true],
    ['args.tags.exists(t, t == "b")', true],
    ["has(args.amount) && !has(args.nothing)", true],
    ["has(connection.name)", false],
    ["now.getDayOfWeek() == 1 && now.getHours() == 9", true],
    ['principal.claims["team"] == "a"', true],
    ["args.flag", true],
  ])("%s: %j", (condition, expected) => {
    const decision = decide(when(condition), {
      principal: policyPrincipal({ claims: { team: "a" } }),
      args: { amount: 12, path: "/home/ada", tags: ["a", "b"], flag: true },
    });

    expect(decision).toEqual(expected ? allowed("asked") : nothing);
  });

  it("can read the connection", () => {
    const text = when('connection.name == "crm"');

    expect(decide(text, { connection: "crm" })).toEqual(allowed("asked"));
    expect(decide(text, { connection: "erp" })).toEqual(nothing);
  });

  const failing = [
    ["a missing key", "args.missing == 1.0", {}],
    ["a type that does not fit", "args.amount < 1.0", { amount: "text" }],
    ["an answer that is neither true nor false", "args.amount", { amount: 1 }],
    ["an index behind the end", "args.list[3] == 1.0", { list: [1] }],
    ["a loop over what is no list", "args.list.all(x, x > 0.0)", { list: 7 }],
    ["an inherited key", "args.constructor == args.toString", {}],
    ["no tenant", 'principal.tenant == "acme"', {}],
  ] as const;

  it.each(failing)("does not allow if it fails: %s", (_, condition, args) => {
    expect(decide(when(condition), { args })).toEqual(nothing);
  });

  it.each(failing)("denies if it fails: %s", (_, condition, args) => {
    expect(decide(when(condition, "deny"), { args })).toEqual({
      kind: "refused",
      because: "condition-failed",
      statement: "asked",
    });
  });

  it("that fails in an allow does not affect other statements", () => {
    const text = `statements:
  - { id: small, effect: allow, principals: ["*"], tools: ["*"], when: args.amount < 1.0 }
  - { id: reads, effect: allow, principals: ["*"], effects: [read] }`;

    expect(decide(text)).toEqual(allowed("reads"));
  });
});

describe("the cost limit of conditions", () => {
  it.each([
    ["args.list.exists(x, x == 9000.0)", { list: list(5_000) }],
    [
      "args.list.exists(x, timestamp(x) > now)",
      { list: list(500).map(() => "2020-01-01T00:00:00Z") },
    ],
    ["args.list.exists(x, args.list.exists(y, y == x - 99.0))", { list: list(40) }],
    ['args.text.contains("needle")', { text: "x".repeat(500_000) }],
  ])("leaves room for realistic input: %s", (condition, args) => {
    expect(decide(costly(condition), { args })).toEqual(allowed("open"));
  });

  it.each([
    ["args.list.exists(x, args.list.exists(y, y == x + 2000000.0))", { list: list(5_000) }],
    [
      "args.list.exists(x, args.text.contains(x))",
      { list: list(2_000).map(String), text: "x".repeat(100_000) },
    ],
    ["args.text.safeMatches('(x+x+)+y')", { text: "x".repeat(1_000_000) }],
    ["args.one != args.other", { one: keyed(50_000), other: keyed(50_000) }],
  ])("refuses in advance: %s", (condition, args) => {
    expect(decide(costly(condition), { args })).toEqual({
      kind: "refused",
      because: "condition-failed",
      statement: "costly",
    });
  });

  // The library continues after a failed element, and creates an error for each.
  it.each([5_000, 100_000])("stays low when all of %j elements fail", (length) => {
    const elements = Array.from({ length }, () => "z");
    const before = cpuUsage();
    decide(costly("args.list.exists(x, int(x) == 3 || x.y == 1.0)"), { args: { list: elements } });
    const { user } = cpuUsage(before);

    expect(user / 1_000).toBeLessThan(500);
  });

  it("applies to all conditions of a question together", () => {
    const many = Array.from(
      { length: 200 },
      (_, index) =>
        `  - { id: s${index}, effect: deny, principals: ["*"], tools: ["*"], when: 'args.list.exists(x, x < 0.0)' }`,
    );
    const decision = decide(`statements:\n${many.join("\n")}`, { args: { list: list(1_000) } });

    expect(decision).toMatchObject({ because: "condition-failed" });
  });
});

describe("limits", () => {
  const limited = `roles: { support: [] }
subjects: [{ principals: [ada], roles: [support] }]
statements:
  - { id: everything, effect: allow, principals: ["*"], tools: ["*"] }
limits:
  - { id: all, max_timeout: PT30S, max_retries: 1 }
  - { id: support, roles: [support], max_timeout: PT10S, max_result_bytes: 1000 }
  - { id: lenient, principals: [ada], max_timeout: PT60S, max_result_bytes: 1000 }
  - { id: elsewhere, tools: ["other/*"], max_timeout: PT1S }
  - { id: destroying, effects: [destroy], max_retries: 0 }`;

  it("cap with the smallest maximum of all that apply, and name the limit", () => {
    const asked = { principal: policyPrincipal({ id: "ada" }) };

    expect(decide(limited, asked)).toEqual({
      ...allowed("everything"),
      caps: {
        timeoutMs: { max: 10_000, limit: "support" },
        retries: { max: 1, limit: "all" },
        resultBytes: { max: 1_000, limit: "support" },
      },
    });
  });

  it("leave values without a limit alone", () => {
    expect(decide(limited, { principal: policyPrincipal({ id: "grace" }) })).toEqual({
      ...allowed("everything"),
      caps: { timeoutMs: { max: 30_000, limit: "all" }, retries: { max: 1, limit: "all" } },
    });
    expect(decide(openDoor)).toEqual(allowed("everything"));
  });
});

it("evaluates only statements about the tool and the principal", () => {
  const numbers = list(1_000);
  const large = new Policy(
    {
      version: 1,
      roles: Object.fromEntries(list(10).map((index) => [`r${index}`, ["a:b"]])),
      subjects: [],
      statements: numbers.map((index) => ({
        id: `s${index}`,
        effect: "allow",
        roles: [`r${index % 10}`],
        tools: [`server${index % 100}/*`],
      })),
      limits: [],
    },
    "large",
  );
  const question = policyQuestion({
    principal: policyPrincipal({ roles: ["r3"] }),
    tool: policyTool({ contract: { server: "server13" } }),
  });
  const standing = large.standingOf(question.principal);

  expect(evaluate(large, question)).toEqual(allowed("s13"));
  expect(large.viewOf(question.tool).planFor(question.principal, standing).allows).toHaveLength(10);
});

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
    [
      "is not one that a condition without arguments closes",
      `  - { id: d, effect: deny, roles: [reader], tools: ["*"], when: '!("chief" in principal.roles)' }`,
      reader,
      false,
    ],
    [
      "is not one whose closing condition fails without arguments",
      '  - { id: d, effect: deny, roles: [reader], tools: ["*"], when: principal.claims.team == "a" }',
      reader,
      false,
    ],
    [
      "is one that a condition on the time or the connection closes",
      '  - { id: d, effect: deny, roles: [reader], tools: ["*"], when: now > timestamp("2020-01-01T00:00:00Z") && connection.name == "a" }',
      reader,
      true,
    ],
    [
      "is not one that only a false condition without arguments opens",
      '  - { id: o, effect: allow, principals: ["*"], tools: ["*"], when: tool.effect == "write" }',
      policyPrincipal(),
      false,
    ],
    [
      "is one that a true condition without arguments opens",
      '  - { id: o, effect: allow, principals: ["*"], tools: ["*"], when: tool.effect == "read" }',
      policyPrincipal(),
      true,
    ],
  ])("%s", (...[, more, principal, expected]) => {
    expect(couldAllow(policy(text(more)), principal, policyTool())).toBe(expected);
  });

  it("is not one with missing permissions", () => {
    const tool = policyTool({ contract: { terms: { permissions: ["cards:write"] } } });

    expect(couldAllow(policy(text("")), reader, tool)).toBe(false);
  });
});

const textExplained = `roles: { reader: [cards:read], writer: [cards:write] }
statements:
  - { id: other-tool, effect: allow, roles: [reader], tools: [delete_customer] }
  - { id: other-role, effect: allow, roles: [writer], tools: ["*"] }
  - { id: too-large, effect: allow, roles: [reader], tools: ["*"], when: args.amount < 1.0 }
  - { id: no-such-key, effect: allow, roles: [reader], tools: ["*"], when: args.missing == 1.0 }
  - { id: this, effect: allow, roles: [reader], tools: ["*"] }
  - { id: that, effect: allow, roles: [reader], tools: ["*"] }`;

it("reports the fate of every statement", () => {
  const question = policyQuestion({
    principal: policyPrincipal({ roles: ["reader"] }),
    args: { amount: 5 },
  });
  const { decision, roles, statements } = explain(policy(textExplained), question);

  expect(decision).toEqual({ kind: "allowed", statement: "this" });
  expect(roles).toEqual(["reader"]);
  expect(statements.map(({ id, fate }) => [id, fate])).toEqual([
    ["other-tool", "other-tool"],
    ["other-role", "other-principal"],
    ["too-large", "condition-false"],
    ["no-such-key", "condition-failed"],
    ["this", "decided"],
    ["that", "holds"],
  ]);
});
