import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  valueAt,
} from "@toolcourt/sdk";
import { type CloudAnswer, type CloudRequest, failure, ok, pageOf } from "./answer.ts";

const dimensions: Readonly<Record<string, readonly string[]>> = {
  ServiceName: ["Storage", "Virtual Machines", "Bandwidth"],
  ResourceGroupName: ["shop", "data", "net"],
  ResourceType: ["microsoft.compute/virtualmachines", "microsoft.storage/storageaccounts"],
  ResourceLocation: ["EU West", "EU North"],
  MeterCategory: ["Storage", "Virtual Machines"],
  ChargeType: ["Usage", "Purchase"],
};
const days = [20_260_701, 20_260_702] as const;
const pageSize = 4;
const dayMs = 86_400_000;
const timeframes = [
  "MonthToDate",
  "TheLastMonth",
  "BillingMonthToDate",
  "TheLastBillingMonth",
  "Custom",
];

/** Answers a query of Cost Management: columns, and rows by position. */
export function queryCosts(request: CloudRequest): CloudAnswer {
  const { body = {}, url } = request;
  const problem = problemIn(body);
  if (problem !== undefined) return failure(400, "BadRequest", problem);
  // This subscription had no costs in the month before.
  if (own(body, "timeframe") === "TheLastBillingMonth") return { status: 204 };
  const group = textAt(body, "/dataset/grouping/0/name");
  const isDaily = textAt(body, "/dataset/granularity") === "Daily";
  const columns = [
    { name: "Cost", type: "Number" },
    ...(isDaily ? [{ name: "UsageDate", type: "Number" }] : []),
    ...(group === undefined ? [] : [{ name: group, type: "String" }]),
    { name: "Currency", type: "String" },
  ];
  const all = rowsOf(group, isDaily);
  const { value, link } = pageOf(all, { request, size: pageSize });
  const rows = value.map((row) => columns.map(({ name }) => own(row, name) ?? null));
  const id = `${url.pathname.slice(1)}/c5f4cd08-20c5-4f3c-9ac7-6d5ff2dd4d3d`;
  return ok({
    id,
    name: "c5f4cd08-20c5-4f3c-9ac7-6d5ff2dd4d3d",
    type: "Microsoft.CostManagement/query",
    properties: { nextLink: link ?? null, columns, rows },
  });
}

function rowsOf(group: string | undefined, isDaily: boolean): readonly JsonObject[] {
  const names = group === undefined ? [""] : (dimensions[group] ?? []);
  return (isDaily ? days : [0]).flatMap((day, index) =>
    names.map((name, place) => ({
      Cost: 12.5 * (place + 1) + index,
      UsageDate: day,
      Currency: "EUR",
      ...(group !== undefined && { [group]: name }),
    })),
  );
}

const choices: Readonly<Record<string, readonly string[]>> = {
  "/timeframe": timeframes,
  "/type": ["ActualCost", "AmortizedCost"],
  "/dataset/aggregation/totalCost/name": ["Cost"],
  "/dataset/granularity": ["None", "Daily"],
};

function problemIn(body: JsonObject): string | undefined {
  const wrong = Object.entries(choices).find(
    ([pointer, allowed]) => !allowed.includes(textAt(body, pointer) ?? ""),
  );
  if (wrong !== undefined) return `Invalid value at ${wrong[0]}.`;
  const grouping = valueAt(body, "/dataset/grouping");
  const isGrouped = isJsonArray(grouping) && grouping.every(isDimension);
  if (grouping !== undefined && !isGrouped) return "Invalid grouping.";
  return textAt(body, "/timeframe") === "Custom" ? periodProblem(body) : undefined;
}

function isDimension(value: JsonValue): boolean {
  if (!isJsonObject(value) || own(value, "type") !== "Dimension") return false;
  return Object.hasOwn(dimensions, textAt(value, "/name") ?? "");
}

function periodProblem(body: JsonObject): string | undefined {
  const from = Date.parse(textAt(body, "/timePeriod/from") ?? "");
  const to = Date.parse(textAt(body, "/timePeriod/to") ?? "");
  if (Number.isNaN(from) || Number.isNaN(to) || to < from) return "Invalid time period.";
  return to - from > 366 * dayMs ? "The time period cannot exceed 1 year." : undefined;
}

function textAt(body: JsonObject, pointer: string): string | undefined {
  const value = valueAt(body, pointer);
  return typeof value === "string" ? value : undefined;
}
