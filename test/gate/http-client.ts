import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { type Era, hello, speak } from "./speak.ts";

/** Sends one request and returns the protocol response. */
export type Ask = (method: string, params: JsonObject, meta?: JsonObject) => Promise<JsonObject>;

export interface HttpClient {
  readonly era: Era;
  /** The fast lane takes plain requests. A progress token leads to the SDK lane. */
  readonly lane: "fast" | "sdk";
  /** Whether a legacy client opens a session first. Default: false. */
  readonly hasSession?: boolean;
  /** The caller's token. Default: none. */
  readonly bearer?: string;
}

const accepted = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Connects a client over plain `fetch`, so nothing is checked or corrected before sending. */
export async function connectHttp(url: URL, client: HttpClient): Promise<Ask> {
  const { era, lane, hasSession, bearer } = client;
  let id = 0;
  const authorized = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const json = { ...accepted, ...authorized };
  const session = hasSession === true ? await openSession(url, json) : {};
  return async (method, params, meta = {}) => {
    id += 1;
    const wish = lane === "sdk" ? { progressToken: `p${id}` } : {};
    const { message, headers } = speak(era, { id, method, params, meta: { ...meta, ...wish } });
    const response = await fetch(url, {
      method: "POST",
      headers: { ...json, ...headers, ...session },
      body: JSON.stringify(message),
    });
    const listens = method === "subscriptions/listen";
    return answerIn(await (listens ? firstOf(response) : response.text()), id);
  };
}

/** Streams that stay open: without a reference they could be collected and end. */
const streams: Response[] = [];

/** Returns the first message of a stream, which stays open until the server closes it. */
async function firstOf(response: Response): Promise<string> {
  streams.push(response);
  const decoder = new TextDecoder();
  const stream: ReadableStream<Uint8Array> | null = response.body;
  const reader = stream?.getReader();
  for (let text = ""; ; ) {
    const read = await reader?.read();
    text += decoder.decode(read?.value, { stream: true });
    if (read?.done !== false || /^data: .+\n/m.test(text)) return text;
  }
}

async function openSession(
  url: URL,
  json: Record<string, string>,
): Promise<Record<string, string>> {
  const opened = await fetch(url, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ jsonrpc: "2.0", id: "hello", method: "initialize", params: hello }),
  });
  await opened.text();
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const response = await fetch(url, {
    method: "POST",
    headers: { ...json, ...session, "mcp-protocol-version": "2025-11-25" },
    body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
  });
  await response.text();
  return session;
}

/** Returns the response: the body, or one of its events. */
function answerIn(text: string, id: number): JsonObject {
  const said = text.startsWith("{")
    ? [text]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data);
  const answers = said.map((each) => parseJson(each)).filter(isJsonObject);
  const answer = answers.find((each) => each["id"] === id) ?? answers[0];
  if (answer === undefined) throw new Error(`no answer: ${text}`);
  return answer;
}
