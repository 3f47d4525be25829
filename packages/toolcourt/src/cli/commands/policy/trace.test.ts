import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const policy = `version: 1
sequences:
  - id: no-exfiltration
    when: call.reach == "outside"
    from: { destination: [user, first-party] }
    ask: operator
  - { id: look-first, tools: [delete], after: { tool: look, same: [args.id], within: PT10M } }
  - { id: few, tools: [send], count: { over: PT1H, at_most: 1 }, mode: observe }
...
`;

const trace = `principal: { id: "key:ada" }
words: Write to bob@a.example.
tools:
  read: { server: mail, effect: read, reach: internal, output: { /body: { origin: third-party, sensitivity: pii } } }
  send: { server: mail, input: { /to: { role: destination, kind: email } } }
  look: { server: files, effect: read, reach: internal }
  delete: { server: files, effect: destroy, reach: internal }
calls:
  - { tool: send, arguments: { to: bob@a.example }, expect: passes }
  - { tool: read, result: { body: eve@b.example } }
  - { name: the attack, tool: send, arguments: { to: eve@b.example }, expect: asks, from: operator, by: [no-exfiltration] }
  - { tool: delete, arguments: { id: 1 }, expect: refused, by: [look-first] }
  - { tool: look, arguments: { id: 1 } }
  - { tool: delete, arguments: { id: 1 }, expect: passes }
`;

async function runIn(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  await using folder = await openFolder({ "policy.yaml": policy, "trace.yaml": trace, ...files });
  return await run(["policy", ...args], { folder: folder.path });
}

describe("toolcourt policy test, with a trace", () => {
  it("judges every call, and exits 0 if all are as expected", async () => {
    const { code, output } = await runIn({}, "test", "policy.yaml", "trace.yaml");

    expect(output.split("\n")).toEqual([
      "right  1 send: passes",
      "right  2 read: passes",
      "right  3 the attack: asks the operator by no-exfiltration",
      "right  4 delete: refused by look-first",
      "right  5 look: passes",
      "right  6 delete: passes",
      "6 calls, 0 wrong.",
    ]);
    expect(code).toBe(0);
  });

  it.each([
    ["expect: asks, from: operator", "expect: asks, from: caller", "asks the caller by"],
    ["by: [look-first]", "by: [few]", "refused by few"],
    ["expect: refused, by: [look-first]", "expect: passes", "passes"],
  ])("exits 1 if %s was expected as %s", async (right, wrong, expectation) => {
    const files = { "trace.yaml": trace.replace(right, wrong) };
    const { code, output } = await runIn(files, "test", "policy.yaml", "trace.yaml");

    expect(code).toBe(1);
    expect(output).toContain(`, expected ${expectation}`);
    expect(output).toMatch(/6 calls, 1 wrong\.$/);
  });

  it("prints one JSON value", async () => {
    const { code, output } = await runIn({}, "test", "policy.yaml", "trace.yaml", "--json");

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      policy: { file: "policy.yaml", sequences: 3 },
      calls: [
        { number: 1, right: true, decision: { kind: "passed" } },
        {},
        {
          name: "the attack",
          expected: { answer: "asks", from: "operator", by: ["no-exfiltration"] },
          decision: { findings: [{ seen: { pointer: "/body", tool: "read", call: "2" } }] },
          observed: [{ statement: "few", because: "count", reached: 2 }],
        },
        {},
        {},
        { statements: [{}, { id: "look-first", fate: "held", used: ["5"] }, {}] },
      ],
      wrong: 0,
    });
  });

  it.each([
    [{ "trace.yaml": trace.replace(/calls:[^]*/, "calls: []\n") }, "trace.yaml has no call."],
    [{ "policy.yaml": "version: 1\n...\n" }, "policy.yaml has no sequence, so none decides."],
  ])("exits 2 if there is nothing to judge", async (files, message) => {
    const { code, output } = await runIn(files, "test", "policy.yaml", "trace.yaml");

    expect(code).toBe(2);
    expect(output).toMatch(new RegExp(`^Nothing was judged: ${message} Next: `));
  });

  it("exits 2 on mistakes, each with its place", async () => {
    const files = { "trace.yaml": trace.replace("tool: look,", "tool: lok,") };
    const { code, errors } = await runIn(files, "test", "policy.yaml", "trace.yaml");

    expect(code).toBe(2);
    expect(errors).toContain("trace.yaml:13:13 calls[4].tool: No entry above has this name.");
  });
});

it("toolcourt policy test counts the sequences of a policy", async () => {
  const statements = `statements: [{ id: a, effect: allow, kinds: [local], tools: ["*"] }]\nsequences:`;
  const files = { "policy.yaml": policy.replace("sequences:", statements) };
  const { output } = await runIn(files, "test", "policy.yaml");

  expect(output).toMatch(/^policy\.yaml is in order: 1 statement, 3 sequences, version sha256:/);
});

describe("toolcourt policy explain, with a trace", () => {
  it("shows statements, values, origins and earlier calls", async () => {
    const { code, output } = await runIn({}, "explain", "policy.yaml", "trace.yaml");

    expect(code).toBe(0);
    expect(output).toContain(`3 the attack: asks the operator by no-exfiltration
  asks the operator   enforce  no-exfiltration
    /to (destination, email) is third-party, from /body of read, call 2
  another tool        enforce  look-first
  refuses             observe  few  by call 1
    the count is 2, at most 1 may be

4 delete: refused by look-first
  condition is false  enforce  no-exfiltration
  refuses             enforce  look-first
    look did not run before with the same args.id
  another tool        observe  few`);
  });
});
