import { describe, expect, it } from "vitest";
import { isTrace, readTrace } from "./read-trace.ts";

const text = `principal: { id: "key:ada", tenant: acme, roles: [clerk] }
words: Pay the invoice.
tools:
  read: { server: mail, effect: read, reach: internal, output: { /mails/*/body: { origin: third-party } } }
  pay: { server: bank, name: pay_iban, tags: [money], input: { /to: { role: destination, kind: iban } } }
calls:
  - { tool: read, result: { mails: [] }, at: 2026-11-01T09:30:00Z }
  - { name: attack, tool: pay, arguments: { to: DE89 }, outcome: lost, expect: refused, by: [a] }
`;

describe("readTrace", () => {
  it("returns the calls in their order, a second apart", () => {
    const reading = readTrace(text, "trace.yaml");
    const at = Date.UTC(2026, 10, 1, 9, 30);

    expect(reading).toMatchObject({
      kind: "trace",
      trace: {
        principal: { id: "key:ada", tenant: "acme", roles: ["clerk"], permissions: [] },
        words: "Pay the invoice.",
        calls: [
          {
            number: 1,
            name: "read",
            reach: "internal",
            args: {},
            result: { mails: [] },
            outcome: "ran",
            at,
            output: { "/mails/*/body": { origin: "third-party" } },
          },
          {
            number: 2,
            name: "attack",
            reach: "outside",
            tool: { publicName: "pay", contract: { server: "bank", name: "pay_iban" } },
            args: { to: "DE89" },
            outcome: "lost",
            at: at + 1_000,
            input: { "/to": { role: "destination", kind: "iban" } },
            expect: "refused",
            by: ["a"],
          },
        ],
      },
    });
  });

  it("reports every mistake with its place", () => {
    const wrong = text
      .replace("reach: internal", "reach: inside")
      .replace("role: destination", "role: destinaton")
      .replace("/mails/*/body", "mails")
      .replace("outcome: lost", "outcome: done");

    expect(readTrace(wrong, "trace.yaml")).toEqual({
      kind: "invalid",
      problems: [
        expect.stringMatching(
          /^trace\.yaml:4:\d+ tools\.read\.reach: Expected internal or outside/,
        ),
        expect.stringMatching(/^trace\.yaml:4:\d+ tools\.read\.output\.mails: /),
        expect.stringMatching(
          /^trace\.yaml:5:\d+ tools\.pay\.input\.\S+\.role: Expected .* Did you mean "destination"\?$/,
        ),
        expect.stringMatching(
          /^trace\.yaml:8:\d+ calls\[1\]\.outcome: Expected ran, failed or lost/,
        ),
      ],
    });
  });

  it.each([
    [
      "tool: pay,",
      "tool: pays,",
      /calls\[1\]\.tool: No entry above has this name\. Did you mean "pay"\?/,
    ],
    [
      "expect: refused",
      "from: caller, expect: refused",
      /calls\[1\]\.from: Only a call that `asks`/,
    ],
    ["expect: refused, ", "", /calls\[1\]\.by: Only a call that `asks` or is `refused`/],
    ["outcome: lost", "at: 2025-01-01T00:00:00Z", /calls\[1\]\.at: Write the calls in their order/],
    ['id: "key:ada", ', "", /principal\.id: This is missing/],
  ])("rejects %j as %j", (right, wrong, message) => {
    const reading = readTrace(text.replace(right, wrong), "trace.yaml");

    expect(reading.kind === "invalid" ? reading.problems : []).toEqual([
      expect.stringMatching(message),
    ]);
  });
});

it.each([
  [text, true],
  ["principals: {}\ncases: []\n", false],
  ["calls: [", false],
])("isTrace tells a trace from cases: %j", (written, expected) => {
  expect(isTrace(written)).toBe(expected);
});
