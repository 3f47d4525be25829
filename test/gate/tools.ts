import type { JsonObject } from "@toolcourt/sdk";
import { tool } from "../../packages/gateway/src/testing/tool.ts";

const terms: JsonObject = {
  version: "1.0.0",
  permissions: ["weather:read"],
  category: "query",
  responseTime: "medium",
  cacheable: false,
  idempotent: true,
  examples: [
    { description: "In Geneva", params: { city: "Geneva" }, expectedResult: { celsius: 21 } },
  ],
  tags: ["weather"],
  approval: "none",
  constraints: ["Looks at most seven days ahead."],
};

/** A tool object that reads, every call of which reaches its server. */
export function reading(name: string, differences: JsonObject = {}): JsonObject {
  return tool({ name, _meta: { "dev.toolcourt/contract": { ...terms, ...differences } } });
}

/** A tool object that changes something, and asks nobody. */
export function sending(name: string): JsonObject {
  return {
    ...reading(name, { category: "mutation", idempotent: false }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  };
}
