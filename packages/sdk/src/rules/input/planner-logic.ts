import type { ToolContract } from "../../contract/contract.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { wordParts, wordSet } from "../../contract/word-parts.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { propertiesOf, typesOf } from "../schema-shape.ts";

export const inputPlannerLogic = defineRule({
  id: "input/planner-logic",
  severity: { ...everywhere("warning"), core: "error" },
  requirements: ["S0-51"],
  summary: "Forbid parameters that take a program instead of values",
  why: `A parameter for SQL, a script or a shell command hands the tool's logic to its caller: no schema can say
what such a call may do. Keep the query on the server, and take its values as typed parameters. A parameter that
must stay a text needs an \`enum\`, a \`const\`, or a \`pattern\` that fixes the text around its values. A pattern that
lets whole programs through does not count.`,
  good: [
    withParameters({
      query: { type: "string", description: "Words to search for" },
      country_code: { type: "string" },
      command: { enum: ["start", "stop"] },
      sql: { type: "string", pattern: String.raw`^SELECT name FROM cards WHERE id = \d+$` },
    }),
  ],
  bad: [
    withParameters({ sql: { type: "string" } }),
    withParameters({ sql: { type: "string", pattern: "^.+$" } }),
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

/** Returns whether a schema takes texts that no keyword limits, alone or in a list. */
function isFreeText(schema: JsonSchema): boolean {
  if (["enum", "const"].some((keyword) => own(schema, keyword) !== undefined)) return false;
  const types = typesOf(schema);
  if (types.includes("array")) return isFree(own(schema, "items"));
  if (types.length > 0 && !types.includes("string")) return false;
  const branches = own(schema, "anyOf") ?? own(schema, "oneOf");
  if (types.length === 0 && isJsonArray(branches)) return branches.some(isFree);
  return !isLimiting(own(schema, "pattern"));
}

function isFree(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && isFreeText(schema);
}

// Short, because a pattern may take exponential time in the length of what it does not match.
const programsToRefuse = [
  "DROP TABLE a; --",
  "rm -rf / | sh",
  "os.system('id')",
  "MATCH (n) SET n",
];

/** Returns whether a pattern refuses programs in several languages. */
function isLimiting(pattern: JsonValue | undefined): boolean {
  if (typeof pattern !== "string") return false;
  try {
    const matcher = new RegExp(pattern, "u");
    return !programsToRefuse.some((program) => matcher.test(program));
  } catch {
    return false;
  }
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
