import { describe, expect, it } from "vitest";
import { roles } from "./flow.ts";
import { parseJson } from "./json.ts";
import { readTerms } from "./read-terms.ts";

describe("readTerms", () => {
  it("returns no terms for undefined", () => {
    expect(readTerms(undefined)).toEqual({ terms: {}, problems: [] });
  });

  it("keeps valid terms and reports invalid ones", () => {
    const { terms, problems } = readTerms({ tags: ["a"], cacheTTL: "long", catgeory: "query" });

    expect(terms).toEqual({ tags: ["a"] });
    expect(problems.map((problem) => problem.pointer)).toEqual(["/cacheTTL", "/catgeory"]);
  });

  it.each([null, [], "x"])("does not read %j as terms", (raw) => {
    expect(readTerms(raw)).toMatchObject({ terms: {}, problems: [{ pointer: "" }] });
  });

  it("reads marks, and says what is wrong with each", () => {
    const input = {
      "/to/*": { role: "destination", kind: "email" },
      to: { role: "target" },
      "/body": { role: "text" },
      "/cc": { role: "target", kind: "E-Mail" },
      "/x": null,
    };

    expect(readTerms({ input: { "/to/*": input["/to/*"] } }).problems).toEqual([]);
    expect(readTerms({ input })).toEqual({
      terms: {},
      problems: [
        { pointer: "/input/to", message: "Begin the pointer with a slash, as in `/mails/*/body`." },
        {
          pointer: "/input/~1body/role",
          message: `Give one of ${roles.join(", ")}.`,
        },
        {
          pointer: "/input/~1cc/kind",
          message: "Give a kind in lower case, such as email or file-id.",
        },
        { pointer: "/input/~1x", message: "Give a mark as an object with role, kind." },
      ],
    });
  });

  it("ignores inherited property names", () => {
    expect(readTerms(parseJson('{"__proto__":{"approval":"none"},"constructor":1}'))).toMatchObject(
      {
        terms: {},
        problems: [{ pointer: "/__proto__" }, { pointer: "/constructor" }],
      },
    );
  });

  it.each([
    ["version", ""],
    ["permissions", "cards:read"],
    ["category", "other"],
    ["effect", "none"],
    ["responseTime", 3],
    ["cacheable", "yes"],
    ["idempotent", 1],
    ["examples", [{ description: "x" }]],
    ["tags", [""]],
    ["rateLimit", { maxCalls: 0, windowMs: 1 }],
    ["deprecated", { since: "1.0.0" }],
    ["approval", true],
    ["constraints", "x"],
    ["reach", "far"],
    ["input", []],
    [
      "output",
      Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`/a${at}`, { kind: "x" }])),
    ],
  ])("refuses a malformed %s", (term, value) => {
    expect(readTerms({ [term]: value })).toMatchObject({
      terms: {},
      problems: [{ pointer: `/${term}` }],
    });
  });
});
