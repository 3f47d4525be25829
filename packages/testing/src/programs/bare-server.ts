// A legacy server over stdio without output schemas that answers with JSON in a text, as many do.

import { argv, exit, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
// Types only: loading the SDK would cost each test that starts this half a second.
import type { JsonObject, JsonValue } from "@toolcourt/sdk";

interface Request {
  readonly id?: JsonValue;
  readonly method?: string;
  readonly params?: { readonly arguments?: JsonObject };
}

const inputSchema = {
  type: "object",
  properties: { id: { type: "string", description: "Whose record is meant", maxLength: 20 } },
  required: ["id"],
  additionalProperties: false,
};
// RE2 has no lookahead.
const oddSchema = {
  ...inputSchema,
  properties: { id: { ...inputSchema.properties.id, pattern: "^(?=a)" } },
};
const description =
  "Works with the record of a user. Use it when somebody asks for a user by id. Returns the record. For example: user a.";

const answers: Readonly<Record<string, (request: Request) => JsonObject>> = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "bare", version: "1" },
  }),
  "tools/list": () => ({
    tools: [
      { name: "get_user", description, inputSchema, annotations: { readOnlyHint: true } },
      {
        name: "note_visit",
        description,
        inputSchema: argv.includes("--odd-pattern") ? oddSchema : inputSchema,
      },
    ],
  }),
  "tools/call": ({ params }) => {
    if (argv.includes("--die-when-called")) exit(1);
    const id = params?.arguments?.["id"] ?? "";
    return { content: [{ type: "text", text: JSON.stringify({ id, age: 3 }) }] };
  },
};

createInterface({ input: stdin }).on("line", (line) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client sends nothing else
  const request = JSON.parse(line) as Request;
  const { id, method = "" } = request;
  if (id === undefined) return;
  const result = answers[method]?.(request);
  const answer =
    result === undefined ? { error: { code: -32601, message: "unknown" } } : { result };
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
