import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { hello } from "../gate/speak.ts";
import { objectIn, type Served } from "./served.ts";

/** The parts of a call besides its arguments. */
export interface Wish {
  readonly era?: "modern" | "legacy";
  readonly meta?: JsonObject;
  /** The client's declared capabilities. */
  readonly capabilities?: JsonObject;
  /** `inputResponses` and `requestState`. */
  readonly resumption?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client of one principal. Uses plain `fetch`, so nothing is checked or corrected before sending.
 */
export interface Caller {
  readonly token: string;
  readonly call: (name: string, given: JsonObject, wish?: Wish) => Promise<JsonObject>;
  /** Sends any request and returns the raw response. */
  readonly send: (request: RequestInit) => Promise<Response>;
  /** Opens a session and returns its id. */
  readonly greet: (capabilities?: JsonObject) => Promise<string>;
}

const day = 86_400;
const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Returns a caller whose token outlasts every clock change in the tests. */
export async function callerFor(served: Served, sub: string, claims = {}): Promise<Caller> {
  const exp = Math.floor(served.hands.now() / 1000) + day;
  const token = await served.issuer.tokenFor(sub, { claims: { exp, ...claims } });
  const send: Caller["send"] = (request) => {
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    return fetch(served.url(), { ...request, headers });
  };
  return {
    token,
    send,
    call: async (name, given, wish = {}) => {
      const response = await send(callOf(name, given, wish));
      return answerIn(await response.text());
    },
    greet: async (capabilities = {}) => {
      const params = { ...hello, capabilities };
      const message = { jsonrpc: "2.0", id: "hello", method: "initialize", params };
      const response = await send({ method: "POST", headers: json, body: JSON.stringify(message) });
      await response.text();
      return response.headers.get("mcp-session-id") ?? "";
    },
  };
}

/** Returns a call as a client of the given era sends it. */
export function callOf(name: string, given: JsonObject, wish: Wish = {}): RequestInit {
  const { era = "modern", meta = {}, resumption = {}, headers = {} } = wish;
  const params = { name, arguments: given, ...resumption };
  const spoken = era === "modern" ? modern(name, wish) : legacy;
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { ...params, _meta: { ...meta, ...spoken.meta } },
  };
  return {
    method: "POST",
    headers: { ...json, ...spoken.headers, ...headers },
    body: JSON.stringify(message),
  };
}

const legacy = { headers: { "mcp-protocol-version": "2025-11-25" }, meta: {} };

function modern(name: string, { capabilities = {} }: Wish): typeof legacy {
  const version = "2026-07-28";
  const headers = {
    "mcp-protocol-version": version,
    "mcp-method": "tools/call",
    "mcp-name": name,
  };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return { headers, meta };
}

/** Returns the response in a body, which may be an event stream. */
function answerIn(text: string): JsonObject {
  const said = text.startsWith("{")
    ? [text]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data);
  const answers = said.map((each) => parseJson(each)).filter(isJsonObject);
  const answer = answers.find((each) => "result" in each || "error" in each);
  if (answer === undefined) throw new Error(`no answer: ${text}`);
  return answer;
}

/** Summarizes the outcome of a call: `answered`, `asked`, or the refusal's code and reason. */
export function cameTo(answer: JsonObject): string {
  const result = objectIn(answer, "result");
  const refusal = { ...objectIn(result, "_meta", "dev.toolcourt/refusal") };
  const refusalBody = "code" in refusal ? refusal : objectIn(answer, "error", "data");
  const { because } = objectIn(refusalBody, "evidence");
  if (typeof refusalBody["code"] === "string") {
    return typeof because === "string" ? `${refusalBody["code"]}: ${because}` : refusalBody["code"];
  }
  if ("error" in answer) return `error ${JSON.stringify(objectIn(answer, "error")["code"])}`;
  return result["resultType"] === "input_required" ? "asked" : "answered";
}

/** Returns the approval id from a refusal. */
export function approvalIn(answer: JsonObject): string {
  const refusal = objectIn(answer, "result", "_meta", "dev.toolcourt/refusal", "evidence");
  return typeof refusal["id"] === "string" ? refusal["id"] : "";
}
