import type { JsonObject } from "@toolcourt/sdk";
import { targetAnswers } from "./costly-target.ts";
import { hostileLists } from "./hostile-lists.ts";
import { hostileJson, hostileValues } from "./hostile-values.ts";
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
    send: async (gateway) => {
      gateway.answerWith({ ...result, isError: false });
      await call("get-anything", '{"city":"Bern"}').send(gateway);
    },
  }));
}

export const ofTarget = ["get-things", "list-things"];

export function ofTargets(): readonly Input[] {
  return Object.entries(targetAnswers(megabyte)).flatMap(([name, answer]) =>
    ofTarget.map((tool) => ({
      name: `${name} for ${tool}`,
      bytes: Math.max(answer.body.length, baselineBytes / limitFactor),
      send: async (gateway) => {
        gateway.targetAnswersWith(answer);
        await call(tool, "{}").send(gateway);
      },
    })),
  );
}

/** Returns the hostile tool lists. */
export function lists(): readonly Input[] {
  return Object.entries(hostileLists(megabyte)).map(([name, tools]) => ({
    name,
    bytes: Math.max(tools.length, baselineBytes / limitFactor),
    send: (gateway) => gateway.shift(tools),
  }));
}
