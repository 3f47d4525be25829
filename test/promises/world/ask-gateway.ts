import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";

const revision = "2026-07-28";

/** The gateway's complete answer to a caller. Its existence means that the call was answered. */
export interface Answer {
  /** `answered`, `asked`, or the refusal code, as in the audit log. */
  readonly code: string;
  readonly result: JsonObject;
  readonly ms: number;
}

export interface Call {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The answers to an earlier input request. Default: none. */
  readonly resumption?: JsonObject;
}

/** Makes one call. Rejects if the connection ends before the whole answer arrives. */
export async function askGateway(url: URL, call: Call, signal?: AbortSignal): Promise<Answer> {
  const began = systemClock.monotonic();
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": "tools/call",
      "mcp-name": call.tool,
    },
    body: JSON.stringify(messageOf(call)),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const answer = objectIn(parseJson(/^data: (.+)$/m.exec(text)?.[1] ?? text));
  const ms = systemClock.monotonic() - began;
  return { code: codeOf(answer), result: objectIn(own(answer, "result")), ms };
}

/** Makes a call and accepts its approval question. */
export async function askWithYes(
  url: URL,
  call: Call,
  onAnswer: (answer: Answer) => void,
): Promise<Answer> {
  const first = await askGateway(url, call);
  if (first.code !== "asked") return first;
  onAnswer(first);
  return askGateway(url, { ...call, resumption: yesTo(first.result) });
}

/** Returns a client's acceptance. */
export function yesTo(asked: JsonObject): JsonObject {
  return answerTo(asked, { action: "accept", content: {} });
}

/** Returns a client's decline. */
export function noTo(asked: JsonObject): JsonObject {
  return answerTo(asked, { action: "decline" });
}

function answerTo(asked: JsonObject, answer: JsonObject): JsonObject {
  return {
    inputResponses: { "toolcourt-approval": answer },
    requestState: own(asked, "requestState") ?? "",
  };
}

function messageOf({ tool, arguments: given, resumption }: Call): JsonObject {
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: tool,
      arguments: given,
      ...resumption,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": { name: "witness", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      },
    },
  };
}

function codeOf(answer: JsonObject): string {
  const error = own(answer, "error");
  if (isJsonObject(error)) return textIn(objectIn(own(error, "data")), "code", "gateway-failed");
  const result = objectIn(own(answer, "result"));
  if (own(result, "resultType") === "input_required") return "asked";
  if (own(result, "isError") !== true) return "answered";
  const refusal = own(objectIn(own(result, "_meta")), "dev.toolcourt/refusal");
  return textIn(objectIn(refusal), "code", "tool-failed");
}

function textIn(object: JsonObject, key: string, otherwise: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : otherwise;
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
