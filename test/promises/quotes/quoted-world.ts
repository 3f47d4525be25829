import { DatabaseSync } from "node:sqlite";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { openConfigured } from "../../../packages/gateway/src/compose/open-configured.ts";
import type { ToolAccess } from "../../../packages/host/src/answering/create-host.ts";
import { toolAccessOf } from "../../../packages/host/src/compose/open-host.ts";
import { openFolder } from "../../../packages/testing/src/folder.ts";
import { machine } from "../../../packages/testing/src/serving.ts";
import { openCountingServer } from "../../gate/counting-server.ts";
import { reading } from "../../gate/tools.ts";
import { serverEntry } from "../server-entry.ts";

/** A gateway of the real command that stores results in a file, before a scripted server. */
export interface QuotedWorld extends AsyncDisposable {
  readonly access: ToolAccess;
  readonly answerWith: (result: JsonObject) => void;
  /** Returns the stored result of a call, read directly from the database. */
  readonly stored: (callId: string) => string | undefined;
}

const text = { type: "string", maxLength: 20_000, description: "What is known about it" };
const amount = { type: "number", description: "How much of it there is" };
const item = {
  type: "object",
  properties: { name: text, amount, note: text },
  additionalProperties: false,
};
const outputSchema = {
  type: "object",
  properties: {
    title: text,
    text,
    records: { type: "array", items: item, description: "One for each thing", maxItems: 50 },
  },
  required: ["title", "text", "records"],
  additionalProperties: false,
};

export const asked = { type: "call_tool", tool: "get-report", arguments: { city: "Oslo" } };

export async function openQuotedWorld(): Promise<QuotedWorld> {
  await using stack = new AsyncDisposableStack();
  let result: JsonObject = {};
  const tools = [{ ...reading("get-report"), outputSchema }];
  const server = stack.use(await openCountingServer({ tools, answer: () => result }));
  const folder = stack.use(await openFolder());
  const toolbox = { mcps: [serverEntry("reports", server.url)] };
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox, results: { retain: "all" } }));
  const here = machine(folder.path, () => undefined, new AbortController().signal);
  const flags = { config: undefined, frozen: false, minLevel: "warning" } as const;
  const { gateway, config } = stack.use(await openConfigured(flags, here));
  const database = new DatabaseSync(`${folder.path}/.toolcourt/state.db`, { readOnly: true });
  stack.defer(() => database.close());
  const find = database.prepare("SELECT output FROM results WHERE call_id = ?");
  const owned = stack.move();
  return {
    access: toolAccessOf(gateway, config),
    answerWith: (next) => {
      result = next;
    },
    stored: (callId) => {
      const output = find.get(callId)?.["output"];
      return typeof output === "string" ? output : undefined;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A quote as shown. */
export interface ShownQuote {
  readonly evidence: string;
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns whether the stored text has exactly these characters in this place: the sentence, or a
 * field with its name.
 */
export function standsIn(output: string, quote: ShownQuote): boolean {
  const { evidence, start, end } = quote;
  const steps = quote.pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const whole = wholeAt(output, steps);
  if (whole === undefined || start < 0 || start >= end || end > whole.length) return false;
  const name = steps.findLast((step) => !/^\d+$/.test(step)) ?? "";
  const there = whole.slice(start, end);
  return evidence === there || (there === whole && evidence === `${name}: ${whole}`);
}

function wholeAt(output: string, steps: readonly string[]): string | undefined {
  const result: unknown = JSON.parse(output);
  const structured = isJsonObject(result) ? result["structuredContent"] : undefined;
  const value = steps.reduce(stepInto, structured);
  if (typeof value === "string") return value;
  return typeof value === "number" ? JSON.stringify(value) : undefined;
}

function stepInto(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (value === undefined) return undefined;
  if (isJsonArray(value)) return value[Number(step)];
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
