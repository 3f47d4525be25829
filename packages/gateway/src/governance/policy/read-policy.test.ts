import { describe, expect, it } from "vitest";
import { readPolicy } from "./read-policy.ts";

function problemsOf(text: string): readonly string[] {
  const reading = readPolicy(text, "policy.yaml");
  return reading.kind === "invalid" ? reading.problems : [];
}

function statement(lines: string): string {
  return `version: 1\nroles: { support: [a:b] }\nstatements:\n  - id: one\n    effect: allow\n    principals: [ada]\n    tools: ["*"]\n${lines}...\n`;
}

describe("readPolicy", () => {
  it("requires only a version and an end marker", () => {
    expect(readPolicy("version: 1\n...\n", "policy.yaml")).toMatchObject({
      kind: "policy",
      // The output of `sha256sum`.
      policy: {
        version: "sha256:1387f2fb174251e4549eabb5456806b0aef694f55de56096a3b6d756b68722b9",
      },
    });
  });

  it("accepts a role without grants that only statements refer to", () => {
    const text =
      'version: 1\nroles: { agent: [] }\nstatements: [{ id: a, effect: allow, roles: [agent], tools: ["*"] }]\n...\n';

    expect(problemsOf(text)).toEqual([]);
  });

  it("reports mistakes in limits", () => {
    const text = `version: 1
roles: { support: [a:b] }
limits:
  - { id: one, roles: [suport], max_timeout: 30s }
  - { id: one, max_retries: 11, max_result_bytes: 0 }
  - { id: two, tools: ["*"] }
  - { id: three, max_timeout: PT25H, when: "true" }
  - { id: four, max_timeout: PT, resources: ["*"] }
...
`;

    expect(problemsOf(text)).toEqual([
      'policy.yaml:4:24 limits[0].roles[0]: `roles` does not define this role. Did you mean "support"?',
      'policy.yaml:4:46 limits[0].max_timeout: Expected a duration such as PT30S (30 seconds) or PT5M, at most P1D, got "30s".',
      "policy.yaml:5:11 limits[1].id: Another limit has this id.",
      "policy.yaml:5:29 limits[1].max_retries: Expected a whole number from 0 to 10, got 11.",
      "policy.yaml:5:51 limits[1].max_result_bytes: Expected a whole number from 1 to 1000000000, got 0.",
      "policy.yaml:6:5 limits[2]: Set a maximum: max_timeout, max_retries or max_result_bytes.",
      'policy.yaml:7:31 limits[3].max_timeout: Expected a duration such as PT30S (30 seconds) or PT5M, at most P1D, got "PT25H".',
      "policy.yaml:7:38 limits[3].when: There is no such key. The keys here are id, principals, kinds, tenants, roles, tools, effects, tags, categories, max_timeout, max_retries, max_result_bytes.",
      'policy.yaml:8:30 limits[4].max_timeout: Expected a duration such as PT30S (30 seconds) or PT5M, at most P1D, got "PT".',
      "policy.yaml:8:34 limits[4].resources: There is no such key. The keys here are id, principals, kinds, tenants, roles, tools, effects, tags, categories, max_timeout, max_retries, max_result_bytes.",
    ]);
  });

  it("reports mistakes in egress", () => {
    const text = `version: 1
egress:
  - { origin: "https://api.example.com", methods: [TRACE] }
  - { origin: "https://api.example.com", methods: [] }
  - { origin: "https://ada:pass@api.example.com" }
  - { methods: [GET], via: direct }
...
`;

    expect(problemsOf(text)).toEqual([
      'policy.yaml:3:52 egress[0].methods[0]: Expected GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE, got "TRACE".',
      "policy.yaml:4:15 egress[1].origin: Another entry has this origin.",
      "policy.yaml:4:51 egress[1].methods: Expected a list of methods, not empty, got an empty list.",
      "policy.yaml:5:15 egress[2].origin: Expected an origin such as https://api.example.com, in lower case and without a path, got another text.",
      "policy.yaml:6:5 egress[3].origin: This is missing; expected an origin such as https://api.example.com, in lower case and without a path.",
      "policy.yaml:6:23 egress[3].via: There is no such key. The keys here are origin, methods.",
    ]);
  });

  it.each([
    ["PT0.25S", 250],
    ["PT5M", 300_000],
    ["PT1H1M1S", 3_661_000],
    ["P1D", 86_400_000],
  ])("reads a maximum of %s as %i ms", (written, ms) => {
    const reading = readPolicy(
      `version: 1\nlimits: [{ id: a, max_timeout: ${written} }]\n...\n`,
      "p",
    );

    expect(reading).toMatchObject({ policy: { limits: [{ max_timeout: ms }] } });
  });

  it("reports every mistake with its position", () => {
    const text = `version: 2
roles:
  support: [customers, "a:*"]
subject: []
statements:
  - id: One
    effect: permit
    roles: [suport]
    when: args.amount
  - id: two
    effect: deny
    principals: ["*"]
    effects: [reads]
    when: principal.nmae == "x"
`;

    expect(problemsOf(text)).toEqual([
      "policy.yaml:1:10 version: Expected 1, got 2.",
      'policy.yaml:3:13 roles.support[0]: Expected a permission as resource:action; * may stand for either, got "customers".',
      'policy.yaml:4:1 subject: There is no such key. Did you mean "subjects"?',
      'policy.yaml:6:5 statements[0]: Select tools, resources or prompts: tools, effects, tags, categories, resources or prompts. All tools are tools: ["*"].',
      'policy.yaml:6:9 statements[0].id: Expected an id: lower-case letters, digits and dashes, a letter first, got "One".',
      'policy.yaml:7:13 statements[0].effect: Expected allow or deny, got "permit".',
      'policy.yaml:8:13 statements[0].roles[0]: `roles` does not define this role. Did you mean "support"?',
      'policy.yaml:13:15 statements[1].effects[0]: Expected read, write or destroy, got "reads". Did you mean "read"?',
      "policy.yaml:14:11 statements[1].when: At character 11: There is no such field.",
      "policy.yaml:15:1 The end is missing: write ... on the last line.",
    ]);
  });

  it.each([
    [
      "an id twice",
      '  - { id: one, effect: deny, principals: ["*"], tools: ["*"] }\n',
      "Another statement has this id.",
    ],
    ["nobody", "  - { id: two, effect: deny, tools: [a] }\n", "Select principals"],
    ["an empty list", "  - { id: two, effect: deny, principals: [], tools: [a] }\n", "not empty"],
    ["an unknown key", "    whn: 'true'\n", 'Did you mean "when"?'],
  ])("rejects a statement with %s", (_, lines, message) => {
    expect(problemsOf(statement(lines))).toEqual([expect.stringContaining(message)]);
  });

  it("rejects a subject entry that selects no principals", () => {
    expect(
      problemsOf("version: 1\nroles: { a: [b:c] }\nsubjects: [{ roles: [a] }]\n...\n"),
    ).toEqual([expect.stringContaining("Select who has these roles")]);
  });

  it.each(["a:*x", "*", "a:b:c", "a", ":b", "a b:c"])("rejects the permission %j", (grant) => {
    expect(problemsOf(`version: 1\nroles: { a: [${JSON.stringify(grant)}] }\n...\n`)).toHaveLength(
      1,
    );
  });

  it("rejects a file truncated at any point", () => {
    const whole = statement("    when: args.amount < 100.0 && args.city == 'Geneva'\n").trimEnd();
    const cuts = Array.from({ length: whole.length }, (_, length) => whole.slice(0, length));

    expect(problemsOf(whole)).toEqual([]);
    expect(cuts.filter((cut) => problemsOf(cut).length === 0)).toEqual([]);
  });

  it.each([
    "",
    "...",
    "[]\n...\n",
    "version: 1\n...\nversion: 1\n...\n",
    "a: &x 1\nb: *x\n...\n",
    "\u0000",
  ])("rejects the text %j", (text) => {
    expect(problemsOf(text)).not.toEqual([]);
  });
});

describe("readPolicy, on a faulty condition", () => {
  it.each([
    [
      "amount < 1.0",
      1,
      "There is no such variable; there are args, connection, contract, now, principal, request and tool.",
    ],
    ["principal.nmae == 'x'", 11, "There is no such field."],
    ["principal.id == 5", 1, "The types of the two operands differ."],
    ["args.path.matches('^a')", 1, "Use safeMatches: matches can run forever."],
    ["args.path.safeMatches(args.pattern)", 1, "Write the pattern of safeMatches as a text."],
    ["args.path.safeMatches('(')", 1, "This pattern is not a regular expression that RE2 can run."],
    ["args.path.safeMatches('(((a{100}){100}){100})')", 1, "This pattern"],
    ["duration(args.wait) < duration('1h')", 1, "Write the duration as a text."],
    ["args.l.map(x, x)", 1, "There is no such function here"],
    ["cel.bind(x, args.l, true)", 1, "There is no such function here"],
    ["args.amount * 2 < 5.0", 15, "Write 2.0: numbers in arguments are doubles."],
    ["args.a.all(x, x.all(y, y.all(z, z > 0.0)))", 24, "Loops may be nested 2 deep at most."],
    ["args.a.all(args, true)", 1, "This name is a variable already."],
    ["args.a.all(1, true)", 12, "This does not accept its argument"],
    ["1 + 1", 1, "A condition is true or false; this is neither."],
    ["args.a ==", 10, "This is not a condition in CEL."],
    ["", 1, "This is not a condition in CEL."],
    [
      `${"(".repeat(60)}true${")".repeat(60)}`,
      undefined,
      "This has too many parts, or is too deep",
    ],
    [`true${" || true".repeat(200)}`, undefined, "This has too many parts, or is too deep"],
    ["x".repeat(2_001), 1, "This is longer than 2000 characters."],
    ["[1, 'a'].exists(x, x == args.a)", 5, "The elements of a list have one type."],
  ])("%s", (condition, character, message) => {
    const place = character === undefined ? "" : `At character ${character}: `;

    expect(problemsOf(statement(`    when: ${JSON.stringify(condition)}\n`))).toEqual([
      expect.stringContaining(`statements[0].when: ${place}`),
    ]);
    expect(problemsOf(statement(`    when: ${JSON.stringify(condition)}\n`))[0]).toContain(message);
  });

  it("does not repeat the text of the condition", () => {
    const [problem = ""] = problemsOf(statement("    when: hunter2 == 'secret'\n"));

    expect(problem).not.toMatch(/hunter2|secret/);
  });
});

// Guessing the intended name for two thousand roles took half a minute, and blocked the gateway
// too.
it("stays fast with hundreds of misspelled roles, and suggests names for the first ones", {
  timeout: 10_000,
}, () => {
  const names = Array.from({ length: 500 }, (_, index) => `team-number-${index}`);
  const roles = names.map((name) => `  ${name}: []\n`).join("");
  const subjects = names.map((name) => `  - { kinds: [user], roles: [${name}x] }\n`).join("");

  const problems = problemsOf(`version: 1\nroles:\n${roles}subjects:\n${subjects}...\n`);

  expect(problems).toHaveLength(500);
  expect(problems[0]).toContain('Did you mean "team-number-0"?');
});
