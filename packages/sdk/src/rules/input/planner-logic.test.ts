import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputPlannerLogic } from "./planner-logic.ts";

const found = (parameter: string, schema: object = {}, name = "execute-it") =>
  remarks(inputPlannerLogic, {
    name,
    input: { type: "object", properties: { [parameter]: { type: "string", ...schema } } },
  });

describe("input/planner-logic", () => {
  it.each([
    "sql",
    "sqlQuery",
    "kql_query",
    "shell_command",
    "command",
    "code",
    "pythonCode",
    "script",
  ])("takes %s of a tool that executes for a program", (name) => {
    expect(found(name).map(({ pointer }) => pointer)).toEqual([`/input/properties/${name}`]);
  });

  it.each(["country_code", "statusCode", "sql_id", "query", "search_query", "tone", "description"])(
    "takes %s for a value",
    (name) => {
      expect(found(name)).toEqual([]);
    },
  );

  it("takes a code that nothing runs for a value", () => {
    expect(found("code", { description: "The stock code" }, "get-quote")).toEqual([]);
  });

  it("believes a description that names a query language", () => {
    expect(found("query", { description: "A Cypher query" }, "ask-graph")).toHaveLength(1);
  });

  it.each([{ enum: ["ls", "pwd"] }, { type: "integer" }, { const: "ls" }])(
    "leaves %j alone, which takes no free text",
    (schema) => {
      expect(found("command", schema)).toEqual([]);
    },
  );
});
