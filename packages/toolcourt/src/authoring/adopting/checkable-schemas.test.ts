import { type JsonObject, readContract, type ToolContract } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { checkableSchemas } from "./checkable-schemas.ts";

function contractOf(tool: JsonObject): ToolContract {
  const reading = readContract({ server: "crm", tool: { name: "get_user", ...tool } });
  if (reading.kind === "unreadable") throw new Error(reading.message);
  return reading.contract;
}

const lookahead = { type: "string", pattern: "^(?=a)b$", minLength: 1 };
const plain = { type: "string", pattern: "^[a-z]+$" };
const unchanged = { schemas: {}, widened: [] };
const objectOf = (properties: JsonObject): JsonObject => ({ type: "object", properties });

describe("checkableSchemas", () => {
  it("leaves out the patterns that cannot be matched safely, and nothing else", () => {
    const inputSchema = objectOf({ name: lookahead, id: plain });
    const outputSchema = objectOf({ id: plain });

    expect(checkableSchemas(contractOf({ inputSchema, outputSchema }))).toEqual({
      schemas: { input: objectOf({ name: { type: "string", minLength: 1 }, id: plain }) },
      widened: ["/input/properties/name"],
    });
    expect(inputSchema).toEqual(objectOf({ name: lookahead, id: plain }));
  });

  it("reads the output as well", () => {
    const outputSchema = objectOf({ names: { type: "array", items: lookahead } });

    expect(checkableSchemas(contractOf({ inputSchema: objectOf({}), outputSchema }))).toEqual({
      schemas: {
        output: objectOf({ names: { type: "array", items: { type: "string", minLength: 1 } } }),
      },
      widened: ["/output/properties/names/items"],
    });
  });

  it("returns nothing for schemas that can be checked", () => {
    const inputSchema = objectOf({ id: plain });

    expect(checkableSchemas(contractOf({ inputSchema }))).toEqual(unchanged);
  });

  it("returns nothing for a contract that is too large to read", () => {
    const inputSchema = objectOf({ name: { ...lookahead, description: "a".repeat(3_000_000) } });

    expect(checkableSchemas(contractOf({ inputSchema }))).toEqual(unchanged);
  });

  it("leaves a property with a dangerous name to the author", () => {
    const inputSchema = objectOf({ constructor: { type: "string" } });

    expect(checkableSchemas(contractOf({ inputSchema }))).toEqual(unchanged);
  });
});
