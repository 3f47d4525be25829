import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const policy = `version: 1
roles: { support: ["customers:read"] }
statements:
  - { id: support-reads, effect: allow, roles: [support], tools: ["customers/*"], effects: [read] }
  - { id: not-at-night, effect: deny, principals: ["*"], tools: ["*"], when: now.getHours() < 7 }
...
`;

const cases = `principals:
  ada: { roles: [support] }
  eve: {}
tools:
  get_customer: { server: customers, effect: read, permissions: ["customers:read"] }
cases:
  - { principal: ada, tool: get_customer, now: 2026-11-02T09:00:00Z, expect: allow, statement: support-reads }
  - { name: at night, principal: ada, tool: get_customer, expect: deny, statement: not-at-night }
  - { principal: eve, tool: get_customer, expect: deny }
`;

async function runIn(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  await using folder = await openFolder({ "policy.yaml": policy, "cases.yaml": cases, ...files });
  return await run(["policy", ...args], { folder: folder.path });
}

describe("toolcourt policy test", () => {
  it("exits 0 when every decision is as expected", async () => {
    const { code, output } = await runIn({}, "test", "policy.yaml", "cases.yaml");

    expect(code).toBe(0);
    expect(output.split("\n")).toEqual([
      "right  ada get_customer: allow by support-reads",
      "right  at night: deny by not-at-night",
      "right  eve get_customer: deny, it lacks customers:read",
      "3 cases, 0 wrong.",
    ]);
  });

  it.each(["test", "explain"])("exits 2 if %s has no case to judge", async (action) => {
    const none = "principals: {}\ncases: []\n";
    const { code, output } = await runIn(
      { "cases.yaml": none },
      action,
      "policy.yaml",
      "cases.yaml",
    );

    expect(code).toBe(2);
    expect(output).toMatch(/^Nothing was judged: cases\.yaml has no case\./);
  });

  it("exits 2 if neither a statement nor a case is there to judge", async () => {
    const empty = { "policy.yaml": "version: 1\nstatements: []\n...\n" };
    const { code, output } = await runIn(empty, "test", "policy.yaml");
    const json = await runIn(empty, "test", "policy.yaml", "--json");
    const judged = await runIn(
      {
        ...empty,
        "cases.yaml":
          "principals: { eve: {} }\ntools: { t: { server: s } }\ncases: [{ principal: eve, tool: t, expect: deny }]\n",
      },
      "test",
      "policy.yaml",
      "cases.yaml",
    );

    const says = "Nothing was judged: policy.yaml has no statement, so it denies every call.";
    expect([code, json.code, judged.code]).toEqual([2, 2, 0]);
    expect(output).toBe(`${says} Next: add one under statements`);
    expect(JSON.parse(json.output)).toMatchObject({ nothing: output, cases: [], wrong: 0 });
    expect(judged.output).toMatch(/1 case, 0 wrong\.$/);
  });

  it("exits 1 on an unexpected decision and prints both", async () => {
    const wrong = cases.replace("expect: deny, statement: not-at-night", "expect: allow");
    const { code, output } = await runIn(
      { "cases.yaml": wrong },
      "test",
      "policy.yaml",
      "cases.yaml",
    );

    expect(code).toBe(1);
    expect(output).toContain("wrong  at night: deny by not-at-night, expected allow");
    expect(output).toMatch(/3 cases, 1 wrong\.$/);
  });

  it("exits 1 when a different statement decides than expected", async () => {
    const wrong = cases.replace("statement: not-at-night", "statement: another");
    const { code, output } = await runIn(
      { "cases.yaml": wrong },
      "test",
      "policy.yaml",
      "cases.yaml",
    );

    expect(code).toBe(1);
    expect(output).toContain("expected deny by another");
  });

  it("checks a policy without test cases", async () => {
    const { code, output } = await runIn({}, "test", "policy.yaml");

    expect(code).toBe(0);
    expect(output).toMatch(
      /^policy\.yaml is in order: 2 statements, version sha256:[0-9a-f]{64}\.$/,
    );
  });

  it("prints one JSON value", async () => {
    const { code, output } = await runIn({}, "test", "policy.yaml", "cases.yaml", "--json");

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      policy: { file: "policy.yaml", statements: 2 },
      cases: [
        { name: "ada get_customer", right: true, decision: { statement: "support-reads" } },
        { statements: [{ fate: "holds" }, { fate: "decided" }] },
        { decision: { because: "missing-permission", missing: ["customers:read"] } },
      ],
      wrong: 0,
    });
  });

  it.each([
    [
      "a policy with mistakes",
      { "policy.yaml": policy.replace("roles: [support]", "roles: [suport]") },
      /policy\.yaml:4:\d+ .*Did you mean "support"\?/,
    ],
    [
      "a policy without an end",
      { "policy.yaml": policy.replace("...\n", "") },
      /The end is missing/,
    ],
    [
      "cases with mistakes",
      { "cases.yaml": cases.replace("principal: eve", "principal: evil") },
      /cases\.yaml:9:\d+ /,
    ],
  ])("exits 2 on %s", async (_, files, message) => {
    const { code, errors, output } = await runIn(files, "test", "policy.yaml", "cases.yaml");

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(message);
  });

  it.each([
    [
      ["tes", "policy.yaml"],
      /There is no action tes; there are test, explain, try, put, show, versions and suggest\. Did you mean test\?/,
    ],
    [["explain", "policy.yaml"], /Name a file with cases/],
    [["test", "none.yaml"], /Cannot read none\.yaml/],
    [["test"], /Name the file of the policy/],
    [["put"], /Name the file of the policy/],
    [["put", "policy.yaml", "--expect", "last"], /Give --expect a version/],
  ])("exits 2 on %j", async (args, message) => {
    const { code, errors } = await runIn({}, ...args);

    expect(code).toBe(2);
    expect(errors).toMatch(message);
  });
});

describe("toolcourt policy explain", () => {
  it("prints the result of each statement", async () => {
    const { code, output } = await runIn({}, "explain", "policy.yaml", "cases.yaml");

    expect(code).toBe(0);
    expect(output).toContain(`ada get_customer: allow by support-reads
  roles: support
  decided             allow  support-reads
  condition is false  deny   not-at-night
`);
    expect(output).toContain(`at night: deny by not-at-night
  roles: support
  holds as well       allow  support-reads
  decided             deny   not-at-night
`);
  });

  it("escapes all text from the files", async () => {
    const hostile = cases.replace("name: at night", 'name: "\\e[31mred"');
    const { output } = await runIn(
      { "cases.yaml": hostile },
      "explain",
      "policy.yaml",
      "cases.yaml",
    );

    expect(output).not.toContain("\u001b");
    expect(output).toContain("\\u{1b}[31mred");
  });
});

const itemPolicy = `version: 1
roles: { support: [] }
statements:
  - { id: public-docs, effect: allow, roles: [support], resources: ["docs/file:///public/*"] }
  - { id: no-drafts, effect: deny, principals: ["*"], resources: ["docs/*draft*"] }
  - { id: greetings, effect: allow, roles: [support], prompts: ["crm/greet_*"], when: args.city == "Bern" }
  - { id: tools, effect: allow, roles: [support], tools: ["*"] }
...
`;

const itemCases = `principals:
  ada: { roles: [support] }
  eve: {}
cases:
  - { principal: ada, resource: "docs/file:///public/a.md", expect: allow, statement: public-docs }
  - { principal: ada, resource: "docs/file:///public/draft.md", expect: deny, statement: no-drafts }
  - { principal: eve, resource: "docs/file:///public/a.md", expect: deny }
  - { principal: ada, prompt: crm/greet_person, arguments: { city: Bern }, expect: allow, statement: greetings }
  - { name: another city, principal: ada, prompt: crm/greet_person, arguments: { city: Oslo }, expect: deny }
  - { principal: eve, prompt: wiki/summary, dynamic: true, expect: allow, statement: "default:dynamic-server" }
  - { principal: eve, prompt: wiki/summary, expect: deny }
`;
const itemFiles = { "policy.yaml": itemPolicy, "cases.yaml": itemCases };

describe("cases about resources and prompts", () => {
  it("are decided by the statements about them", async () => {
    const { code, output } = await runIn(itemFiles, "test", "policy.yaml", "cases.yaml");

    expect(output.split("\n")).toEqual([
      "right  ada docs/file:///public/a.md: allow by public-docs",
      "right  ada docs/file:///public/draft.md: deny by no-drafts",
      "right  eve docs/file:///public/a.md: deny, no statement allows it",
      "right  ada crm/greet_person: allow by greetings",
      "right  another city: deny, no statement allows it",
      "right  eve wiki/summary: allow by default:dynamic-server",
      "right  eve wiki/summary: deny, no statement allows it",
      "7 cases, 0 wrong.",
    ]);
    expect(code).toBe(0);
  });

  it("exit 1 on an unexpected decision", async () => {
    const wrong = itemCases.replace("expect: allow, statement: public-docs", "expect: deny");
    const files = { ...itemFiles, "cases.yaml": wrong };
    const { code, output } = await runIn(files, "test", "policy.yaml", "cases.yaml");

    expect(code).toBe(1);
    expect(output).toContain(
      "wrong  ada docs/file:///public/a.md: allow by public-docs, expected deny",
    );
  });

  it("are explained statement by statement, as text and as JSON", async () => {
    const { output } = await runIn(itemFiles, "explain", "policy.yaml", "cases.yaml");
    const json = await runIn(itemFiles, "explain", "policy.yaml", "cases.yaml", "--json");

    expect(output).toContain(`ada docs/file:///public/draft.md: deny by no-drafts
  roles: support
  holds as well       allow  public-docs
  decided             deny   no-drafts
  not about it        allow  greetings
  not about it        allow  tools
`);
    expect(output).toContain(`another city: deny, no statement allows it
  roles: support
  not about it        allow  public-docs
  not about it        deny   no-drafts
  condition is false  allow  greetings
`);
    expect(JSON.parse(json.output)).toMatchObject({
      cases: [
        { decision: { statement: "public-docs" }, statements: [{ fate: "decided" }, {}, {}, {}] },
        {},
        {},
        {},
        {},
        {},
        {},
      ],
      wrong: 0,
    });
  });

  it.each([
    ["no subject", "  - { principal: ada, expect: allow }"],
    ["two subjects", '  - { principal: ada, prompt: crm/a, resource: "docs/a:b", expect: allow }'],
    ["a prompt without its server", "  - { principal: ada, prompt: greet, expect: allow }"],
  ])("exit 2 with %s", async (_, line) => {
    const files = { ...itemFiles, "cases.yaml": `${itemCases}${line}\n` };
    const { code, errors } = await runIn(files, "test", "policy.yaml", "cases.yaml");

    expect(code).toBe(2);
    expect(errors).toMatch(/cases\.yaml:12:\d+ /);
  });
});
