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
  ])("treats %s of an executing tool as a program", (name) => {
    expect(found(name).map(({ pointer }) => pointer)).toEqual([`/input/properties/${name}`]);
  });

  it.each(["country_code", "statusCode", "sql_id", "query", "search_query", "tone", "description"])(
    "treats %s as a value",
    (name) => {
      expect(found(name)).toEqual([]);
    },
  );

  it("treats a code that is not executed as a value", () => {
    expect(found("code", { description: "The stock code" }, "get-quote")).toEqual([]);
  });

  it("follows a description that names a query language", () => {
    expect(found("query", { description: "A Cypher query" }, "ask-graph")).toHaveLength(1);
  });

  it("is an error under core and a warning elsewhere", () => {
    expect(inputPlannerLogic.severity).toMatchObject({ core: "error", registry: "warning" });
  });

  it.each([
    { pattern: "^.*$" },
    { pattern: ";" },
    { pattern: "^(?!x)" },
    { pattern: "(" },
    { type: ["string", "null"] },
    { type: "array", items: { type: "string" } },
    { type: undefined, anyOf: [{ type: "string" }, { type: "null" }] },
  ])("reports %j, which lets any program through", (schema) => {
    expect(found("command", schema)).toHaveLength(1);
  });

  it.each([
    { enum: ["ls", "pwd"] },
    { type: "integer" },
    { const: "ls" },
    { pattern: String.raw`^ls [\w-]{1,40}$` },
    { type: "array", items: { enum: ["ls", "pwd"] } },
    { type: undefined, anyOf: [{ enum: ["ls"] }, { type: "null" }] },
  ])("accepts %j, which takes no free text", (schema) => {
    expect(found("command", schema)).toEqual([]);
  });
});
