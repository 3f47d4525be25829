import type { JsonObject } from "@toolcourt/sdk";

/** Builds a tool object that every rule of `core` accepts, with the test's differences. */
export function tool(differences: JsonObject = {}): JsonObject {
  return { ...exemplary, ...differences };
}

const exemplary: JsonObject = {
  name: "get-forecast",
  description:
    "Returns the weather of a city for the coming days. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm will it be in Geneva tomorrow?",
  inputSchema: {
    type: "object",
    properties: {
      city: { type: "string", description: "Name of the city", minLength: 1, maxLength: 100 },
    },
    required: ["city"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { celsius: { type: "number", description: "Degrees Celsius at noon" } },
    required: ["celsius"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  _meta: {
    "dev.toolcourt/contract": {
      version: "1.0.0",
      permissions: ["weather:read"],
      category: "query",
      responseTime: "medium",
      cacheable: true,
      cacheTTL: 300,
      idempotent: true,
      examples: [
        {
          description: "In Geneva",
          params: { city: "Geneva" },
          expectedResult: { celsius: 21 },
        },
      ],
      tags: ["weather"],
      rateLimit: { maxCalls: 60, windowMs: 60_000 },
      approval: "none",
      constraints: ["Looks at most seven days ahead.", "Changes nothing."],
    },
  },
};
