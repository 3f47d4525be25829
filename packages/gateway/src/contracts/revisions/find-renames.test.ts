import type { JsonObject } from "@toolcourt/sdk";
import { contractOf } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { tool } from "../../testing/tool.ts";
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

describe("what was probably renamed", () => {
  it("is a tool that is the same but for its name", () => {
    const found = findRenames(contracts(tool()), contracts(unlike, tool({ name: "weatherFor" })));

    expect(found).toEqual([{ server: "crm", from: "get-forecast", to: "weatherFor" }]);
  });

  it("is nothing that only is there instead", () => {
    expect(findRenames(contracts(tool()), contracts(unlike))).toEqual([]);
  });

  it("is each tool only once", () => {
    const added = contracts(tool({ name: "get-forecast-v2" }), tool({ name: "x" }));

    expect(findRenames(contracts(tool()), added)).toEqual([
      { server: "crm", from: "get-forecast", to: "get-forecast-v2" },
    ]);
  });

  it("is nothing in a list that is new as a whole", () => {
    const many = Array.from({ length: 300 }, (_, at) => tool({ name: `tool-${at}` }));

    expect(findRenames(contracts(...many), contracts(...many))).toEqual([]);
  });
});
