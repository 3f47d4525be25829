import type { JsonObject } from "@toolcourt/sdk";
import { contractOf } from "@toolcourt/sdk/testing";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { findRenames } from "./find-renames.ts";

function contracts(...tools: readonly JsonObject[]) {
  return tools.map((each) => contractOf({ server: "crm", tool: each }));
}

const unlike = tool({
  name: "delete-user",
  description: "Removes a person for good.",
  inputSchema: { type: "object", properties: { user: { type: "string" } } },
  outputSchema: { type: "object", properties: { done: { type: "boolean" } } },
});

describe("findRenames", () => {
  it("finds a tool that differs only in its name", () => {
    const found = findRenames(contracts(tool()), contracts(unlike, tool({ name: "weatherFor" })));

    expect(found).toEqual([{ server: "crm", from: "get-forecast", to: "weatherFor" }]);
  });

  it("ignores a tool that merely replaces another", () => {
    expect(findRenames(contracts(tool()), contracts(unlike))).toEqual([]);
  });

  it("uses each tool only once", () => {
    const added = contracts(tool({ name: "get-forecast-v2" }), tool({ name: "x" }));

    expect(findRenames(contracts(tool()), added)).toEqual([
      { server: "crm", from: "get-forecast", to: "get-forecast-v2" },
    ]);
  });

  it("finds nothing in a completely new list", () => {
    const many = Array.from({ length: 300 }, (_, at) => tool({ name: `tool-${at}` }));

    expect(findRenames(contracts(...many), contracts(...many))).toEqual([]);
  });
});
