import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../../contract/json.ts";
import { contractOf } from "../../testing/contract.ts";
import { remarks, scene } from "../../testing/remarks.ts";
import { termsExamplesFit } from "./examples-fit.ts";

function pointersFor(expectedResult: JsonValue, output: JsonSchema) {
  const examples = [{ description: "Bern", params: { city: "Bern" }, expectedResult }];
  return remarks(termsExamplesFit, { output, terms: { examples } }).map(({ pointer }) => pointer);
}

const data = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const success = {
  type: "object",
  properties: { data, agentHints: { type: "object" } },
  required: ["data", "agentHints"],
};
const failure = {
  type: "object",
  properties: { data: { type: "null" }, agentHints: {}, error: {} },
  required: ["error"],
};

describe("terms/examples-fit", () => {
  it("points into the example's params and result", () => {
    const examples = [
      { description: "Bern", params: { city: "Bern" }, expectedResult: { celsius: 1 } },
      { description: "Odd", params: { city: 7, town: "Bern" }, expectedResult: {} },
    ];

    const found = remarks(termsExamplesFit, { terms: { examples } });

    expect(found.map(({ pointer }) => pointer)).toEqual([
      "/terms/examples/1/params/town",
      "/terms/examples/1/params/city",
      "/terms/examples/1/expectedResult/celsius",
    ]);
  });

  it.each<JsonSchema>([success, { oneOf: [success, failure] }])(
    "accepts bare data if results travel in an envelope %#",
    (output) => {
      expect(pointersFor({ id: "c1" }, output)).toEqual([]);
      expect(pointersFor({ data: { id: "c1" }, agentHints: {} }, output)).toEqual([]);
    },
  );

  it("still reports data that does not fit the envelope", () => {
    expect(pointersFor({ id: 1 }, success)).toEqual(["/terms/examples/0/expectedResult/id"]);
  });

  it("resolves references against the whole output schema", () => {
    const referring = {
      properties: { data: { $ref: "#/$defs/card" }, agentHints: {} },
      required: ["agentHints"],
      $defs: { card: data },
    };

    expect(pointersFor({ id: "c1" }, referring)).toEqual([]);
    expect(pointersFor({ id: 1 }, referring)).toEqual(["/terms/examples/0/expectedResult/id"]);
  });

  it("ignores results of a tool without an output schema", () => {
    const examples = [{ description: "Bern", params: { city: "Bern" }, expectedResult: 7 }];
    const meta = { "dev.toolcourt/contract": { examples } };
    const inputSchema = { type: "object", properties: { city: { type: "string" } } };
    const tool = { name: "get-forecast", inputSchema, _meta: meta };
    const silent = contractOf({ server: "local", tool });

    expect([...termsExamplesFit.check(silent, scene())]).toEqual([]);
  });
});
