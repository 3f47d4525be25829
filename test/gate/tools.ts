import type { JsonObject } from "@toolcourt/sdk";
import { tool } from "../../packages/testing/src/tool.ts";

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

/** Returns a read tool, every call of which reaches its server. */
export function reading(name: string, differences: JsonObject = {}): JsonObject {
  return tool({ name, _meta: { "dev.toolcourt/contract": { ...terms, ...differences } } });
}

/** Returns a write tool that needs no approval. */
export function sending(name: string): JsonObject {
  return {
    ...reading(name, { category: "mutation", idempotent: false }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  };
}
