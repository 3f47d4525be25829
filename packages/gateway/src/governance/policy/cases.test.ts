import { describe, expect, it } from "vitest";
import { readCases } from "./cases.ts";

const text = `principals:
  ada: { id: "key:ada", roles: [support], claims: { team: [a] } }
  robot: { kind: system }
tools:
  get_customer: { server: customers, effect: read, tags: [crm], permissions: [customers:read] }
  wipe: { server: disks, name: wipe_disk }
cases:
  - { principal: ada, tool: get_customer, arguments: { id: 1 }, expect: allow, statement: reads }
  - { name: never, principal: robot, tool: wipe, now: 2026-11-01T09:30:00Z, connection: c, expect: deny }
`;

describe("readCases", () => {
  it("returns questions with their expected answers", () => {
    expect(readCases(text, "cases.yaml")).toEqual({
      kind: "cases",
      cases: [
        {
          name: "ada get_customer",
          question: {
            principal: {
              id: "key:ada",
              roles: ["support"],
              claims: { team: ["a"] },
              permissions: [],
            },
            tool: {
              publicName: "get_customer",
              contract: {
                server: "customers",
                name: "get_customer",
                effect: "read",
                digest: "",
                terms: { tags: ["crm"], permissions: ["customers:read"] },
              },
            },
            args: { id: 1 },
            now: 0,
          },
          expect: "allow",
          statement: "reads",
        },
        {
          name: "never",
          question: {
            principal: { id: "robot", kind: "system", permissions: [] },
            tool: {
              publicName: "wipe",
              contract: {
                server: "disks",
                name: "wipe_disk",
                effect: "write",
                digest: "",
                terms: {},
              },
            },
            args: {},
            connection: "c",
            now: Date.UTC(2026, 10, 1, 9, 30),
          },
          expect: "deny",
        },
      ],
    });
  });

  it("reports every mistake with its position", () => {
    const wrong = text
      .replace("expect: allow", "expect: yes")
      .replace("kind: system", "kind: robot")
      .replace("2026-11-01T09:30:00Z", "noon");

    expect(readCases(wrong, "cases.yaml")).toEqual({
      kind: "invalid",
      problems: [
        expect.stringMatching(/^cases\.yaml:3:18 principals\.robot\.kind: Expected local, user or/),
        expect.stringMatching(/^cases\.yaml:8:\d+ cases\[0\]\.expect: Expected allow or deny/),
        expect.stringMatching(/^cases\.yaml:9:\d+ cases\[1\]\.now: Expected a moment such as/),
      ],
    });
  });

  it("refuses cases with undefined names", () => {
    const wrong = text.replace("principal: ada,", "principal: adda,");

    expect(readCases(wrong, "cases.yaml")).toEqual({
      kind: "invalid",
      problems: [
        'cases.yaml:8:18 cases[0].principal: No entry above has this name. Did you mean "ada"?',
      ],
    });
  });

  it.each(["", "[]", "cases: [", "cases: []"])("refuses %j", (other) => {
    expect(readCases(other, "cases.yaml").kind).toBe("invalid");
  });
});
