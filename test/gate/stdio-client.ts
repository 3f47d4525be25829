import { PassThrough } from "node:stream";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, valueAt } from "@toolcourt/sdk";
import type { EntranceDeps } from "../../packages/gateway/src/edge/mcp-server.ts";
import { listenStdio } from "../../packages/gateway/src/edge/stdio.ts";
import type { Ask } from "./http-client.ts";
import { type Era, hello, speak } from "./speak.ts";

export interface StdioClient extends AsyncDisposable {
  readonly ask: Ask;
}

/** Connects a client to the stdio entrance over two pipes. */
export async function connectStdio(face: EntranceDeps, era: Era): Promise<StdioClient> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const entrance = listenStdio(face, { input, output });
  const waiting = new Map<unknown, (answer: JsonObject) => void>();
  listen(output, (message) => waiting.get(message["id"] ?? acknowledgedBy(message))?.(message));

  const send = (message: JsonObject): Promise<JsonObject> =>
    new Promise((resolve) => {
      waiting.set(message["id"], resolve);
      input.write(`${JSON.stringify(message)}\n`);
    });
  if (era === "legacy") {
    await send({ jsonrpc: "2.0", id: "hello", method: "initialize", params: hello });
    input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  let id = 0;
  return {
    ask: (method, params, meta = {}) => {
      id += 1;
      return send(speak(era, { id, method, params, meta }).message);
    },
    [Symbol.asyncDispose]: () => entrance[Symbol.asyncDispose](),
  };
}

/** Returns the id of the listen request that a message acknowledges. It has no other answer. */
function acknowledgedBy(message: JsonObject): JsonValue | undefined {
  if (message["method"] !== "notifications/subscriptions/acknowledged") return undefined;
  return valueAt(message, "/params/_meta/io.modelcontextprotocol~1subscriptionId");
}

function listen(output: PassThrough, hear: (message: JsonObject) => void): void {
  let rest = "";
  output.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const message of lines.map((line) => parseJson(line))) {
      if (isJsonObject(message)) hear(message);
    }
  });
}
