import { isJsonArray, type JsonObject, type JsonValue, parseJson, valueAt } from "@toolcourt/sdk";

/** A call of the smoke test. */
export interface Call {
  readonly tool: string;
  readonly args: JsonObject;
}

export interface CallsOf {
  readonly tenantId: string;
  readonly subscriptionId: string;
  /** The present, for tools that take dates. */
  readonly now: Date;
}

const dayMs = 86_400_000;

/**
 * Returns one call for each tool. The workflow makes six of them. Those with many pages come last,
 * so that the cap of requests is spent on them.
 */
export function callsOf({ tenantId, subscriptionId, now }: CallsOf): readonly Call[] {
  const scope = { tenantId, subscriptionId };
  const connection = { connection_id: "azure" };
  const inventory = { ...connection, scope, tier: "inventory" };
  const security = { ...connection, scope, tier: "security" };
  const dates = { from: dayOf(now, 8), to: dayOf(now, 1) };
  const costs = { measure: "ActualCost", groupBy: "ServiceName", granularity: "Daily" };
  return [
    { tool: "check-access", args: inventory },
    { tool: "list-subscriptions", args: { ...inventory, scope: { tenantId } } },
    { tool: "count-resources", args: { ...inventory, by: "type" } },
    { tool: "list-score-controls", args: security },
    { tool: "list-policy-states", args: { ...security, state: "NonCompliant" } },
    { tool: "query-costs-between", args: { ...inventory, tier: "cost", ...dates, ...costs } },
    { tool: "discover-subscription", args: { ...connection, scope } },
    { tool: "list-providers", args: inventory },
  ];
}

function dayOf(now: Date, daysAgo: number): string {
  return new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
}

export interface Answered {
  readonly tool: string;
  readonly status: "complete" | "partial" | "denied" | "failed";
  /** Why it is not complete, in our own words. */
  readonly reason?: string;
}

/** Reads what `toolcourt call` prints: one entry for a tool, one for each part of the workflow. */
export function answersIn(tool: string, printed: string): readonly Answered[] {
  const output = jsonIn(printed);
  const content = valueAt(output, "/structuredContent") ?? null;
  const stages = valueAt(content, "/data/stages");
  if (isJsonArray(stages)) return stages.flatMap(partsIn);
  const complete = valueAt(content, "/metadata/discovery/complete");
  if (typeof complete === "boolean") return [{ tool, status: complete ? "complete" : "partial" }];
  return [ended(tool, errorIn(output))];
}

/** What is told about a tool. */
export type Told = Answered | { readonly tool: string; readonly status: "capped" };

/**
 * Marks what the cap refused. Each refused request ends one call as rejected, and all requests after
 * the cap are refused: so these are the last rejected ones.
 */
export function withCap(answers: readonly Answered[], refused: number): readonly Told[] {
  const rejected = answers.filter(isRejected);
  const byCap = new Set(rejected.slice(Math.max(0, rejected.length - refused)));
  return answers.map((each) => (byCap.has(each) ? { tool: each.tool, status: "capped" } : each));
}

function isRejected({ status, reason = "" }: Answered): boolean {
  return status === "failed" && reason.endsWith("(rejected). (target-failed)");
}

function partsIn(stage: JsonValue): readonly Answered[] {
  const parts = valueAt(stage, "/parts");
  if (!isJsonArray(parts)) return [];
  return parts.map((part) => {
    const tool = textAt(part, "/tool");
    const status = textAt(part, "/status");
    if (status === "complete" || status === "partial") return { tool, status };
    return ended(tool, { code: textAt(part, "/code"), message: textAt(part, "/reason") });
  });
}

interface Refused {
  readonly code: string;
  readonly message: string;
}

/** A denial is an answer of Azure about roles, and no failure of a tool. */
function ended(tool: string, { code, message }: Refused): Answered {
  const reason = `${message} (${code})`;
  return { tool, status: code === "target-denied" ? "denied" : "failed", reason };
}

/** Reads a refusal: one for a model, or one for its client. */
function errorIn(output: JsonValue): Refused {
  const forModel = textAt(output, "/_meta/dev.toolcourt~1refusal/code");
  if (forModel !== "") return { code: forModel, message: textAt(output, "/content/0/text") };
  const forClient = textAt(output, "/error/data/code");
  if (forClient !== "") return { code: forClient, message: textAt(output, "/error/message") };
  return { code: "no-answer", message: "The command gave no answer." };
}

function textAt(value: JsonValue, pointer: string): string {
  const found = valueAt(value, pointer);
  return typeof found === "string" ? found : "";
}

function jsonIn(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
