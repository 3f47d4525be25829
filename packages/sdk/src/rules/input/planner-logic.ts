import type { ToolContract } from "../../contract/contract.ts";
import { isJsonObject, type JsonSchema, own } from "../../contract/json.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { propertiesOf, typesOf } from "../schema-shape.ts";
import { wordParts, wordSet } from "../word-parts.ts";

export const inputPlannerLogic = defineRule({
  id: "input/planner-logic",
  severity: everywhere("warning"),
  requirements: ["S0-51"],
  summary: "Forbid parameters that take a program instead of values",
  why: `A parameter for SQL, a script or a shell command hands the tool's logic to its caller: no schema can say
what such a call may do. Keep the query on the server, and take its values as typed parameters.`,
  good: [
    withParameters({
      query: { type: "string", description: "Words to search for" },
      country_code: { type: "string" },
      command: { enum: ["start", "stop"] },
    }),
  ],
  bad: [
    withParameters({ sql: { type: "string" } }),
    withParameters({ query: { type: "string", description: "The KQL query to run" } }),
    {
      name: "run-shell",
      input: { type: "object", properties: { command: { type: "string" } } },
    },
  ],

  *check(contract) {
    for (const { name, value, pointer } of propertiesOf(contract.input)) {
      if (isJsonObject(value) && isFreeText(value) && isProgram(name, value, contract)) {
        yield {
          pointer: `/input${pointer}`,
          message: "Take typed values here, and keep the query or command on the server.",
        };
      }
    }
  },
});

function isFreeText(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  const isText = types.length === 0 || types.includes("string");
  return isText && own(schema, "enum") === undefined && own(schema, "const") === undefined;
}

const languages = wordSet(
  "sql kql cypher sparql promql logql mql nrql spl soql jql gremlin graphql bash shell powershell",
);
// `sql_id` and `shell_name` refer to a thing stored elsewhere.
const names = wordSet("id ids name names type version path file dialect url limit");
const queries = new Set(["query", "statement"]);
const programs = wordSet(
  "cmd command commandline expression eval js javascript lua program python script snippet",
);
const codeOf = new Set(["js", "javascript", "lua", "program", "python", "script", "source"]);
const queryLanguage =
  /\b(?:sql|kql|kusto|cypher|sparql|promql|logql|nrql|soql|gremlin|graphql|splunk search)\b/i;
const execution = /\b(?:execut\w*|evaluat\w*|runs?|running|interpret\w*|shell|terminal|bash)\b/i;

function isProgram(name: string, schema: JsonSchema, contract: ToolContract): boolean {
  const words = wordParts(name);
  const last = words.at(-1) ?? "";
  if (words.some((word) => languages.has(word))) return !names.has(last);
  const description = own(schema, "description");
  const about = typeof description === "string" ? description : "";
  if (queries.has(last)) return queryLanguage.test(about);
  return (
    (programs.has(last) || isCode(words)) &&
    execution.test(`${about} ${wordParts(contract.name).join(" ")}`)
  );
}

// A country code is a value; `code` alone and `python_code` may be a program.
function isCode(words: readonly string[]): boolean {
  const before = words.at(-2);
  return words.at(-1) === "code" && (before === undefined || codeOf.has(before));
}
