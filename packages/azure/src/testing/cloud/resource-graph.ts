import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type CloudAnswer, type CloudRequest, failure, ok } from "./answer.ts";
import { subscriptions } from "./data.ts";
import { failures } from "./failures.ts";

/** The quota that every answer of Resource Graph states. */
const quota = { "x-ms-user-quota-remaining": "14", "x-ms-user-quota-resets-after": "00:00:05" };

const maxTop = 1000;

/** Answers a query of Resource Graph, for the forms of query that it evaluates. */
export function queryResources(
  { body = {} }: CloudRequest,
  resources: readonly JsonObject[],
): CloudAnswer {
  const asked = namedSubscriptions(body);
  if (asked.length === 0) return failures["graph-no-subscription"];
  const query = own(body, "query");
  const found = rowsOf(
    typeof query === "string" ? query : "",
    resources.filter((row) => asked.includes(textIn(row, "subscriptionId"))),
  );
  if (found === undefined) return invalidQuery;
  const options = own(body, "options");
  const { from, size } = pageIn(isJsonObject(options) ? options : {});
  const data = found.slice(from, from + size);
  const rest = found.length - from - data.length;
  return ok(
    {
      totalRecords: found.length,
      count: data.length,
      data,
      facets: [],
      resultTruncated: "false",
      ...(rest > 0 && { $skipToken: tokenOf(from + size) }),
    },
    quota,
  );
}

const invalidQuery = failure(400, "BadRequest", "The query is not supported by this fixture.");

function namedSubscriptions(body: JsonObject): readonly string[] {
  const named = own(body, "subscriptions");
  const known = subscriptions.map((each) => own(each, "subscriptionId"));
  return isJsonArray(named) ? named.filter((id) => known.includes(id)).map(String) : [];
}

/** The token hides the position, as the service's does. */
function tokenOf(position: number): string {
  return Buffer.from(JSON.stringify({ RowsToSkip: position })).toString("base64");
}

function pageIn(options: JsonObject): { readonly from: number; readonly size: number } {
  const top = own(options, "$top");
  const token = own(options, "$skipToken");
  const from = typeof token === "string" ? Buffer.from(token, "base64").toString() : "";
  const size = typeof top === "number" ? Math.min(top, maxTop) : 100;
  return { from: Number(/"RowsToSkip":(\d+)/.exec(from)?.[1] ?? 0), size };
}

type Rows = readonly JsonObject[];

/** Evaluates a query step by step. Returns undefined for a step that it does not know. */
function rowsOf(query: string, resources: Rows): Rows | undefined {
  const [table, ...steps] = query.split("|").map((each) => each.trim());
  if (table?.toLowerCase() !== "resources") return undefined;
  let rows: Rows | undefined = resources;
  for (const step of steps) rows = rows && stepOf(step, rows);
  return rows;
}

interface Step {
  readonly form: RegExp;
  readonly apply: (rows: Rows, parts: readonly string[]) => Rows;
}

const forms: readonly Step[] = [
  {
    form: /^where (\w+) =~ '([^']*)'$/,
    apply: (rows, [column = "", value = ""]) =>
      rows.filter((row) => textIn(row, column).toLowerCase() === value.toLowerCase()),
  },
  {
    form: /^project ([\w, ]+)$/,
    apply: (rows, [list = ""]) => {
      const columns = list.split(",").map((each) => each.trim());
      return rows.map((row) =>
        Object.fromEntries(columns.map((column) => [column, own(row, column) ?? null])),
      );
    },
  },
  {
    form: /^summarize (\w+) = count\(\) by (\w+) = (\w+)$/,
    apply: (rows, [as = "", key = "", by = ""]) => counted(rows, { as, key, by }),
  },
  {
    form: /^order by (\w+) asc$/,
    apply: (rows, [column = ""]) =>
      rows.toSorted((a, b) => (textIn(a, column) < textIn(b, column) ? -1 : 1)),
  },
];

function stepOf(step: string, rows: Rows): Rows | undefined {
  for (const { form, apply } of forms) {
    const found = form.exec(step);
    if (found !== null) return apply(rows, found.slice(1));
  }
  return undefined;
}

interface Counting {
  readonly as: string;
  readonly key: string;
  readonly by: string;
}

function counted(rows: Rows, { as, key, by }: Counting): Rows {
  const groups = Map.groupBy(rows, (row) => textIn(row, by));
  return [...groups].map(([value, { length }]) => ({ [key]: value, [as]: length }));
}

function textIn(row: JsonObject, column: string): string {
  const value = own(row, column);
  return typeof value === "string" ? value : "";
}
