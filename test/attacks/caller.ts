import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { hello } from "../gate/speak.ts";
import { objectIn, type Served } from "./served.ts";

/** What a call brings along besides its arguments. */
export interface Wish {
  readonly era?: "modern" | "legacy";
  readonly meta?: JsonObject;
  /** What the client says that it can be asked. */
  readonly capabilities?: JsonObject;
  /** `inputResponses` and `requestState`. */
  readonly resumption?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of one principal, made of `fetch`, so that nothing is checked or mended before it is sent. */
export interface Caller {
  readonly token: string;
  readonly call: (name: string, given: JsonObject, wish?: Wish) => Promise<JsonObject>;
  /** Sends any request, and gives back whatever is answered. */
  readonly send: (request: RequestInit) => Promise<Response>;
  /** Opens a session and gives back its id. */
  readonly greet: (capabilities?: JsonObject) => Promise<string>;
}

const day = 86_400;
const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Somebody with a token that lasts longer than any test turns the clock. */
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

/** A call as a client of an era sends it. */
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

/** The response in a body, which may be one of the events in it. */
function answerIn(text: string): JsonObject {
  const said = text.startsWith("{")
    ? [text]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data);
  const answers = said.map((each) => parseJson(each)).filter(isJsonObject);
  const answer = answers.find((each) => "result" in each || "error" in each);
  if (answer === undefined) throw new Error(`no answer: ${text}`);
  return answer;
}

/** What a call came to, in a word: `answered`, `asked`, or the code of the refusal and why. */
export function cameTo(answer: JsonObject): string {
  const result = objectIn(answer, "result");
  const refusal = { ...objectIn(result, "_meta", "dev.toolcourt/refusal") };
  const told = "code" in refusal ? refusal : objectIn(answer, "error", "data");
  const { because } = objectIn(told, "evidence");
  if (typeof told["code"] === "string") {
    return typeof because === "string" ? `${told["code"]}: ${because}` : told["code"];
  }
  if ("error" in answer) return `error ${JSON.stringify(objectIn(answer, "error")["code"])}`;
  return result["resultType"] === "input_required" ? "asked" : "answered";
}

/** The id of the request for approval in a refusal. */
export function approvalIn(answer: JsonObject): string {
  const refusal = objectIn(answer, "result", "_meta", "dev.toolcourt/refusal", "evidence");
  return typeof refusal["id"] === "string" ? refusal["id"] : "";
}
