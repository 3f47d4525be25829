import type { AuthInfo } from "@modelcontextprotocol/server";

/** Answers with the name of the caller, as its token says. */
export type WhoAmI = (
  auth: AuthInfo | undefined,
  session?: string,
) => {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: { readonly sub: string };
};

export const info = { name: "notes", version: "1.0.0" };

/** The only tool of a guarded server. Its answers may be cached. */
export const whoami = {
  name: "whoami",
  description:
    "Returns the name under which the server knows the caller. Use it to learn who is signed in. For example: who am I?",
  inputSchema: {
    type: "object" as const,
    properties: { note: { type: "string", description: "Any text", maxLength: 100 } },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object" as const,
    properties: { sub: { type: "string", description: "Name of the caller" } },
    required: ["sub"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  _meta: { "dev.toolcourt/contract": { category: "query", cacheable: true, cacheTTL: 300 } },
};
