import process from "node:process";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { reading } from "../gate/tools.ts";

// A legacy stdio server that exits with every twentieth call, without an answer.

let calls = 0;

function resultOf(method: unknown): JsonObject | undefined {
  if (method === "initialize") {
    const serverInfo = { name: "exiting", version: "1.0.0" };
    return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools: [reading("get-exiting")] };
  if (method !== "tools/call") return undefined;
  calls += 1;
  if (calls === 20) process.exit(1);
  return { content: [], structuredContent: { celsius: 21 }, isError: false };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = parseJson(line);
  if (!isJsonObject(message)) continue;
  const { id, method } = message;
  if (id === undefined) continue;
  const result = resultOf(method);
  const outcome =
    result === undefined ? { error: { code: -32_601, message: "Method not found" } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
}
