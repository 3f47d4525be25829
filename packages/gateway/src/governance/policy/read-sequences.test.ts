import { describe, expect, it } from "vitest";
import { readPolicy } from "./read-policy.ts";

function problemsOf(lines: string): readonly string[] {
  const reading = readPolicy(`version: 1\n${lines}\n...\n`, "policy.yaml");
  return reading.kind === "invalid" ? reading.problems : [];
}

function statement(when: string): string {
  return `statements:\n  - { id: a, effect: allow, kinds: [local], tools: ["*"], when: '${when}' }`;
}

describe("readPolicy, on sequences", () => {
  it("reads every key", () => {
    const text = `version: 1
roles: { teller: [] }
mode: observe
destinations: ["*@example.com", "https://docs.example.com/team/*", "DE89370400440532013000"]
sequences:
  - id: all
    roles: [teller]
    tools: ["bank/*"]
    effects: [write]
    when: call.tool == "pay" && args.amount > 1.0
    from: { destination: [user, operator], own-data: [first-party] }
    content_without: [secret]
    total: { of: args.amount, over: P30D, per: tenant, at_most: 5000.5 }
    count: { of: "bank/*", over: P1DT1H, at_most: 0 }
    equals: { args.amount: result("get_quote").total, args.to.0: 'result("bank/get_quote").to.iban' }
    after: { tool: preview, same: [args.id, args.to.0], within: PT10M }
    not_after: { tool: read_secret, same: [args.id], within: PT1H }
    unattended: false
    ask: caller
    mode: enforce
  - { id: label, not_after: { label: pii } }
...
`;

    expect(readPolicy(text, "policy.yaml")).toMatchObject({
      kind: "policy",
      policy: {
        destinations: [
          "*@example.com",
          "https://docs.example.com/team/*",
          "DE89370400440532013000",
        ],
        sequences: [
          {
            mode: "enforce",
            entry: {
              total: { over: 2_592_000_000, at_most: 5000.5 },
              count: { over: 90_000_000 },
              equals: { "args.amount": 'result("get_quote").total' },
            },
          },
          { mode: "observe" },
        ],
      },
    });
  });

  it("reports mistakes with place, expectation and finding", () => {
    const problems = problemsOf(`sequences:
  - { id: one, roles: [teler], unattended: true }
  - { id: one, from: { destinatoin: [user], target: [usr], amount: [] } }
  - { id: two, total: { of: amount, over: P31D, at_most: -1 } }
  - { id: three, count: { over: PT1H, at_most: 1.5, per: team } }
  - { id: four, equals: { amount: result("quote").total, args.to: result(quote).total } }
  - { id: five, equals: {} }
  - { id: six, after: { same: [args], within: 10m } }
  - { id: seven, not_after: { tool: a, label: pii } }
  - { id: eight, not_after: { label: pii, within: PT1H } }
  - { id: nine, when: call.tol == "a", ask: operators, mode: watch }
  - { id: ten, when: cal.tool == "a", unattended: false }`);

    expect(problems.map((each) => each.replace(/^policy\.yaml:/, ""))).toEqual([
      "3:24 sequences[0].roles[0]: `roles` does not define this role.",
      "3:44 sequences[0].unattended: Expected false, got true.",
      "4:11 sequences[1].id: Another sequence has this id.",
      '4:24 sequences[1].from.destinatoin: There is no such key. Did you mean "destination"?',
      '4:54 sequences[1].from.target[0]: Expected user, operator, first-party, third-party, claimed or unknown, got "usr". Did you mean "user"?',
      "4:68 sequences[1].from.amount: Expected a list of origins, not empty, got an empty list.",
      '5:29 sequences[2].total.of: Expected an argument such as args.id, got "amount".',
      '5:43 sequences[2].total.over: Expected a duration such as PT10M, PT1H or P7D, at most P30D, got "P31D".',
      "5:58 sequences[2].total.at_most: Expected a number, not negative, got -1.",
      "6:48 sequences[3].count.at_most: Expected a whole number from 0 to 1000000, got 1.5.",
      '6:58 sequences[3].count.per: Expected principal or tenant, got "team".',
      "7:27 sequences[4].equals.amount: Write an argument such as args.id.",
      '7:67 sequences[4].equals."args.to": Expected a field of a result such as result("get_quote").total, got another text.',
      '8:25 sequences[5].equals: Name an argument and a field: args.amount: result("get_quote").total.',
      "9:23 sequences[6].after.tool: This is missing; expected a tool, or server/tool: 1 to 256 visible characters, no space at either end.",
      '9:32 sequences[6].after.same[0]: Expected an argument such as args.id, got "args".',
      '9:47 sequences[6].after.within: Expected a duration such as PT10M, PT1H or P7D, at most P30D, got "10m".',
      "10:29 sequences[7].not_after: Name either a tool or a label.",
      "11:43 sequences[8].not_after.within: Only a tool can have this; a label holds for the whole history.",
      "12:5 sequences[9]: Demand something of these calls: from, content_without, total, count, equals, after, not_after and unattended.",
      "12:23 sequences[9].when: At character 6: There is no such field.",
      '12:45 sequences[9].ask: Expected caller or operator, got "operators". Did you mean "operator"?',
      '12:62 sequences[9].mode: Expected observe or enforce, got "watch".',
      "13:22 sequences[10].when: At character 1: There is no such variable; there are call, args, connection, contract, now, principal, request and tool.",
    ]);
  });

  it("keeps `call` out of all other conditions", () => {
    expect(problemsOf(statement('call.tool == "a"'))).toEqual([
      expect.stringContaining("There is no such variable; there are args, connection,"),
    ]);
    // Policies from before may use the name.
    expect(problemsOf(statement("args.l.all(call, call > 1.0)"))).toEqual([]);
  });

  it.each(['result("a").b', 'result("server/tool").a.b-c.0'])("reads the field %s", (field) => {
    expect(problemsOf(`sequences:\n  - { id: a, equals: { args.x: '${field}' } }`)).toEqual([]);
  });

  it.each([
    'result("a")',
    'result("").b',
    "result('a').b",
    'result("a").b()',
    'result("a") .b',
    'result("a")["b"]',
    'results("a").b',
    'result("a").b || true',
    "args.b",
    'result("a")..b',
    'result("a\\"b").c',
  ])("rejects the field %s", (field) => {
    const written = JSON.stringify(field);

    expect(problemsOf(`sequences:\n  - { id: a, equals: { args.x: ${written} } }`)).toHaveLength(1);
  });

  it.each(["P0D", "PT0S", "P", "PT", "P1M", "P1W", "P30DT1S", "-P1D", "P1.5D", "7d"])(
    "rejects the duration %s",
    (over) => {
      const entry = `{ id: a, count: { over: "${over}", at_most: 1 } }`;

      expect(problemsOf(`sequences:\n  - ${entry}`)).toHaveLength(1);
    },
  );
});

function problemsWith(written: string): readonly string[] {
  return problemsOf(`destinations: [${JSON.stringify(written)}]`);
}

describe("a destination", () => {
  it.each([
    "*@example.com",
    "*@*.example.com",
    "*.example.com",
    "ada@example.com",
    "https://example.com",
    "https://example.com/a/*",
    "https://*.example.com/*",
    "https://example.com:8443/a?b=c",
    "s3://bucket/team/*",
    "/srv/team/*",
    "#general",
  ])("may be %s", (written) => {
    expect(problemsWith(written)).toEqual([]);
  });

  it.each([
    "",
    "*",
    "*@*",
    "*@com",
    "*@Example.com",
    "a*@example.com",
    "*example.com",
    "/*",
    "/srv/*/a",
    "https://*",
    "https://*/a",
    "https://ex*mple.com",
    "https://example.com/*/b",
    "https://Example.com",
    "HTTPS://example.com",
    "https://ada:pass@example.com/",
    "https://example.com/#a",
    "https://example.com/a/../b",
    " padded",
  ])("must not be %j", (written) => {
    expect(problemsWith(written)).toHaveLength(1);
  });

  it("is rejected with its place", () => {
    expect(problemsOf('destinations: ["*@example.com", "*"]')).toEqual([
      "policy.yaml:2:33 destinations[1]: Expected *@company.com, *.company.com, https://company.com/team/*, /srv/team/* or an exact value, got another text.",
    ]);
  });
});
