import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolContract } from "../../contract/contract.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { readContract } from "../../contract/read-contract.ts";
import { contract } from "../../testing/contract.ts";
import { scene } from "../../testing/remarks.ts";
import { builtinRules } from "../builtin.ts";

// A tool that makes a rule throw or stall could evade the judge, so no tool may cause either.

function judge(judged: ToolContract): number {
  return builtinRules.flatMap((rule) => [...rule.check(judged, scene())]).length;
}

const anyObject = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): JsonObject => (isJsonObject(value) ? value : { value: JSON.stringify(value) }));

const termNames = [
  "permissions",
  "examples",
  "deprecated",
  "tags",
  "cacheTTL",
  "approval",
] as const;

const anyTool = fc.record(
  {
    name: fc.oneof(fc.string(), fc.jsonValue()),
    description: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    inputSchema: fc.oneof(anyObject, fc.jsonValue()),
    outputSchema: fc.oneof(anyObject, fc.jsonValue()),
    annotations: fc.oneof(
      fc.dictionary(fc.constantFrom("readOnlyHint", "title", "x"), fc.jsonValue()),
      fc.jsonValue(),
    ),
    _meta: fc.record({
      "dev.toolcourt/contract": fc.oneof(
        fc.dictionary(fc.constantFrom(...termNames), fc.jsonValue()),
        fc.jsonValue(),
      ),
    }),
  },
  { requiredKeys: [] },
);

/**
 * Reads the contract of a tool as if received. Falls back to the exemplary one if it is unreadable.
 */
function received(tool: object): ToolContract {
  const parsed: unknown = JSON.parse(JSON.stringify(tool));
  const reading = readContract({ server: "hostile", tool: isJsonObject(parsed) ? parsed : {} });
  return reading.kind === "contract" ? reading.contract : contract({ name: "" });
}

/** Texts that make a careless regular expression backtrack. */
const walks = ["a", "A", "a-", "a_", "aA", " ", "\n", "|", "<", "A (", "`", "1.", "\u00e9", "and "];

describe("rules and hostile tools", () => {
  // All rules over a hundred tools take a third of a second on an idle processor.
  it("every rule returns for every readable tool", { timeout: 5_000 }, () => {
    fc.assert(
      fc.property(anyTool, (tool) => {
        expect(judge(received(tool))).toBeGreaterThan(0);
      }),
    );
  });

  it.each(walks)("no rule backtracks on a long run of %j", (walk) => {
    const long = `${walk.repeat(Math.ceil(20_000 / walk.length))}!`;
    const terms = {
      version: `1.2.3-${long}`,
      permissions: [long],
      tags: [long],
      deprecated: { since: long, replacement: long, removalDate: `2027-01-01T00:00:00.${long}` },
    };

    expect(judge(contract({ name: long, description: long, terms }))).toBeGreaterThan(0);
  });
});
