import type { JsonObject } from "@toolcourt/sdk";

/** Schema of the paging information in a result. */
export const pagingSchema: JsonObject = {
  type: "object",
  description: "How much of the list this is.",
  properties: {
    pages: { type: "integer", description: "How many pages were read." },
    items: { type: "integer", description: "How many items they had." },
    complete: { type: "boolean", description: "Whether there was nothing more to read." },
  },
  required: ["pages", "items", "complete"],
  additionalProperties: false,
};
