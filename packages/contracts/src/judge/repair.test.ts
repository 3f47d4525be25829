import type { ToolSource } from "@toolcourt/sdk";
import { defineRule, type LintOptions, type Rule } from "@toolcourt/sdk/rules";
import { describe, expect, it } from "vitest";
import { addToOverlay } from "./overlay-name.ts";
import { readOverlay } from "./read-overlay.ts";
import { merge, repairTool } from "./repair.ts";

const base = {
  severity: { core: "error" },
  requirements: [],
  summary: "",
  why: "",
  good: [],
  bad: [],
} as const;

const wantsTags = defineRule({
  ...base,
  id: "test/tags",
  *check({ terms }) {
    if (terms.tags === undefined) yield { pointer: "/terms/tags", message: "Add tags." };
  },
  repair: () => ({ terms: { tags: ["tool"] } }),
});

const wantsTitle = defineRule({
  ...base,
  id: "test/title",
  *check({ input }) {
    if (input["title"] === undefined) yield { pointer: "/input", message: "Add a title." };
  },
  repair: ({ input }) => ({ input: { ...input, title: "Input" } }),
});

const wantsClosed = defineRule({
  ...base,
  id: "test/closed",
  *check({ input }) {
    if (input["additionalProperties"] !== false) yield { pointer: "/input", message: "Close it." };
  },
  repair: ({ input }) => ({ input: { ...input, additionalProperties: false } }),
});

const hopeless = defineRule({
  ...base,
  id: "test/hopeless",
  *check() {
    yield { pointer: "", message: "Never right." };
  },
  repair: () => ({ description: "Try." }),
});

function options(...rules: readonly Rule[]): LintOptions {
  return { rules, profiles: ["core"], scene: { namesakes: () => 1, now: 0 } };
}

const source: ToolSource = {
  server: "crm",
  tool: { name: "a", inputSchema: { type: "object" } },
};

describe("repairTool", () => {
  it("lets one repair build on another", () => {
    expect(repairTool(source, options(wantsTitle, wantsClosed, wantsTags))).toEqual({
      added: {
        input: { type: "object", title: "Input", additionalProperties: false },
        terms: { tags: ["tool"] },
      },
      rules: ["test/title", "test/closed", "test/tags"],
    });
  });

  it("keeps what a person wrote", () => {
    const written = { input: { type: "object" }, terms: { cacheable: false } };

    const repair = repairTool({ ...source, overlay: written }, options(wantsTitle, wantsTags));

    expect(repair).toEqual({ added: { terms: { tags: ["tool"] } }, rules: ["test/tags"] });
  });

  it("drops a repair that does not satisfy its rule", () => {
    expect(repairTool(source, options(hopeless))).toBeUndefined();
  });

  it("is idempotent", () => {
    const rules = options(wantsTitle, wantsTags);
    const first = repairTool(source, rules);

    expect(repairTool({ ...source, overlay: first?.added ?? {} }, rules)).toBeUndefined();
  });

  it("does not touch an unreadable tool", () => {
    expect(repairTool({ server: "crm", tool: 7 }, options(wantsTags))).toBeUndefined();
  });

  it("does not run a rule that the profile turns off", () => {
    expect(repairTool(source, { ...options(wantsTags), profiles: ["registry"] })).toBeUndefined();
  });
});

describe("addToOverlay", () => {
  it("keeps comments, order and existing entries", () => {
    const before = "# ours\nterms:\n  # because\n  cacheable: false\n";

    const after = addToOverlay(before, { description: "x", terms: { tags: ["a"] } }, "a.yaml");

    expect(after).toBe(
      "# ours\nterms:\n  # because\n  cacheable: false\n  tags:\n    - a\ndescription: x\n",
    );
  });

  it("writes a new overlay that survives a round trip", () => {
    const added = {
      description: "yes: # no\n- 'x'\u2028",
      input: { type: "object", properties: { "~": { enum: ["no", "1", 1, null] } } },
      terms: { tags: ["null"] },
    };

    expect(readOverlay(addToOverlay(undefined, added, "a.yaml"), "a.yaml").overlay).toEqual(added);
  });
});

it("merges terms one by one, and replaces all other fields", () => {
  const merged = merge({ input: { a: 1 }, terms: { x: 1 } }, { input: { b: 1 }, terms: { y: 2 } });

  expect(merged).toEqual({ input: { b: 1 }, terms: { x: 1, y: 2 } });
});
