// A stdio server whose every text, on stdout and stderr, is its environment.
import { argv, env, exit, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";

const [, , argument = "", name = "child-says"] = argv;
const names = ["ECHO_TOKEN", "CANARY_INHERITED", "CANARY_IN_FILE"];
const got = [...names.map((each) => env[each] ?? ""), argument].join(" ").trim();
stderr.write(`I was started with ${got}\n`);
if (env["ECHO_END"] !== undefined) exit(1);

const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: got, version: got },
    instructions: got,
  },
  "tools/list": {
    tools: [
      {
        name,
        description: `Gives back what it got, such as ${got}.`,
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        outputSchema: {
          type: "object",
          properties: { token: { type: "string", description: "What it got." } },
          additionalProperties: false,
        },
        annotations: { readOnlyHint: true },
      },
    ],
  },
  "tools/call": {
    content: [{ type: "text", text: `{"token":"${got}"}` }],
    structuredContent: { token: got },
  },
  ping: {},
};

createInterface({ input: stdin }).on("line", (line) => {
  const message = parseJson(line);
  if (!isJsonObject(message)) return;
  const { id } = message;
  if (id === undefined) return;
  const method = own(message, "method");
  const result = typeof method === "string" ? results[method] : undefined;
  const error = { code: -32_601, message: got };
  const answer = result === undefined ? { error } : { result };
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
