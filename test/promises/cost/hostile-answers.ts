import { type JsonObject, parseJson } from "@toolcourt/sdk";
import type { CostlyGateway } from "./costly-gateway.ts";
import { targetAnswers } from "./costly-target.ts";
import { hostileLists } from "./hostile-lists.ts";
import { hostileJson, hostileValues, valuesAtLimits } from "./hostile-values.ts";
import { baselineBytes, call, type Input, limitFactor, megabyte } from "./input.ts";

// Hostile upstream data: results, API answers and tool lists.

export function answers(): readonly Input[] {
  const values = Object.entries(hostileJson(megabyte - 300));
  const texts = Object.entries(hostileValues(megabyte - 300)).filter(([, text]) =>
    text.startsWith('"'),
  );
  const rows = Array.from({ length: 30_000 }, () => ({ type: "text", text: "a" }));
  const results: Record<string, JsonObject> = {
    "many parts": { content: rows, structuredContent: { celsius: 21 } },
  };
  for (const [name, items] of values) {
    results[name] = { content: [], structuredContent: { items } };
  }
  for (const [name, text] of texts) {
    if (!text.endsWith('"') || text.includes("\\")) continue;
    results[name] = { content: [{ type: "text", text: text.slice(1, -1) }], structuredContent: {} };
  }
  return Object.entries(results).map(([name, result]) => ({
    name,
    bytes: Buffer.byteLength(JSON.stringify(result)),
    send: (gateway) => answered(gateway, "get-anything", result),
  }));
}

async function answered(gateway: CostlyGateway, tool: string, result: JsonObject) {
  await gateway.answerWith({ ...result, isError: false });
  return call(tool, '{"city":"Bern"}').send(gateway);
}

/** A little less than the largest message that is read from a server. */
const largestAnswer = 10 * 1024 * 1024 - 1_000;

/** Returns the largest answers that are read, over HTTP and from a child process. */
export function largestAnswers(): readonly Input[] {
  const values = Object.entries(valuesAtLimits(largestAnswer)).map(
    ([name, text]) =>
      [name, { content: [], structuredContent: { items: parseJson(text) } }] as const,
  );
  // Half of it, because quotes are escaped in a text.
  const half = largestAnswer / 2;
  const texts = Object.entries({ ...hostileValues(half), ...valuesAtLimits(half) }).map(
    ([name, text]) =>
      [`${name} as text`, { content: [{ type: "text", text }], structuredContent: {} }] as const,
  );
  return [...values, ...texts].flatMap(([name, result]) =>
    ["get-anything", "get-anything-else"].map((tool) => ({
      name: `${name} from ${tool}, of 10 MB`,
      bytes: Buffer.byteLength(JSON.stringify(result)),
      send: (gateway) => answered(gateway, tool, result),
    })),
  );
}

/** Returns the largest answers of an API. */
export function largestOfTargets(): readonly Input[] {
  return Object.entries(valuesAtLimits(largestAnswer)).flatMap(([name, text]) =>
    ofTarget.map((tool) => ({
      name: `${name} for ${tool}, of 10 MB`,
      bytes: text.length,
      send: (gateway) => {
        gateway.targetAnswersWith({ body: `{"items":${text}}` });
        return call(tool, "{}").send(gateway);
      },
    })),
  );
}

/** Returns the largest lists of tools that are read. */
export function largestLists(): readonly Input[] {
  return listsOf(hostileLists(largestAnswer));
}

export const ofTarget = ["get-things", "list-things"];

export function ofTargets(): readonly Input[] {
  return Object.entries(targetAnswers(megabyte)).flatMap(([name, answer]) =>
    ofTarget.map((tool) => ({
      name: `${name} for ${tool}`,
      bytes: Math.max(answer.body.length, baselineBytes / limitFactor),
      send: async (gateway) => {
        gateway.targetAnswersWith(answer);
        return call(tool, "{}").send(gateway);
      },
    })),
  );
}

/** Returns the hostile tool lists. */
export function lists(): readonly Input[] {
  return listsOf(hostileLists(megabyte));
}

function listsOf(all: Readonly<Record<string, string>>): readonly Input[] {
  return Object.entries(all).map(([name, tools]) => ({
    name,
    bytes: Math.max(tools.length, baselineBytes / limitFactor),
    send: (gateway) => gateway.shift(tools),
  }));
}
