import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";

/** One received request. */
export interface AskedModel {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  /** Whether the request asked for a stream. */
  readonly streamed: boolean;
}

/** Handles one request of the server. */
export type ModelAnswer = (response: ServerResponse, asked: AskedModel) => void;

/** An endpoint on this machine that speaks the OpenAI-compatible chat completions protocol. */
export interface ModelServer extends AsyncDisposable {
  /** Base URL of its API. */
  readonly url: string;
  readonly asked: readonly AskedModel[];
  /** All texts from messages and functions sent to it, in order. */
  readonly prompts: () => readonly string[];
}

/** Opens a server that gives these answers in order, then repeats the last. */
export async function openModelServer(...answers: readonly ModelAnswer[]): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const body = parseJson(text);
      if (!isJsonObject(body)) throw new TypeError("A request has a JSON object as its body.");
      const { url: path = "", headers } = request;
      const one = { path, headers, body, streamed: own(body, "stream") === true };
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? status(500);
      asked.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    prompts: () => asked.flatMap(({ body }) => [JSON.stringify(body)]),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** One answer: a text, calls, a refusal, and its finish reason. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly FunctionCall[];
  readonly refusal?: string;
  /** Default: `tool_calls` if there are calls, otherwise `stop`. */
  readonly finish?: string;
}

export interface FunctionCall {
  readonly name: string;
  /** An object, or text that may be invalid JSON. */
  readonly arguments: JsonObject | string;
}

/** Sends a valid answer, in one piece or as a stream. */
export function says(said: Said): ModelAnswer {
  return (response, { streamed }) => {
    if (streamed) sendEvents(response, eventsOf(said)).end("data: [DONE]\n\n");
    else sendJson(response, wholeOf(said));
  };
}

/** Calls one function. */
export function calls(name: string, given: JsonObject | string): ModelAnswer {
  return says({ calls: [{ name, arguments: given }] });
}

/** Answers with a status, and with a text that must not leak. */
export function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
  text = "the endpoint's own words",
): ModelAnswer {
  return (response) => {
    const error = { error: { message: text, type: "server_error", code: "oops" } };
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(error));
  };
}

/** Accepts the request and never answers. */
export const silent: ModelAnswer = () => undefined;

/** Ends the connection without an answer. */
export const hangsUp: ModelAnswer = (response) => {
  response.destroy();
};

/** Answers with arbitrary bytes. */
export function bytes(contentType: string, body: string | Uint8Array): ModelAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": contentType }).end(body);
  };
}

/** Streams an answer without end. */
export const endless: ModelAnswer = (response, { streamed }) => {
  const type = streamed ? "text/event-stream" : "application/json";
  response.writeHead(200, { "content-type": type });
  const piece = streamed ? chunk({ content: "x".repeat(60_000) }) : "x".repeat(64_000);
  if (!streamed) response.write('{"choices":[{"message":{"content":"');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", more);
  more();
};

/** Sends the first chunks of a streamed text, then drops the connection. */
export function breaksAfter(...pieces: readonly string[]): ModelAnswer {
  return (response) => {
    sendEvents(
      response,
      pieces.map((content) => chunk({ content })),
    );
    response.socket?.end();
  };
}

/** Streams chunks that the test sends one by one. */
export function piecewise(
  send: (write: (content: string) => void, end: () => void) => void,
): ModelAnswer {
  return (response) => {
    sendEvents(response, []);
    send(
      (content) => void response.write(chunk({ content })),
      () => response.end(`${chunk({}, "stop")}data: [DONE]\n\n`),
    );
  };
}

function sendJson(response: ServerResponse, value: JsonValue): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function sendEvents(response: ServerResponse, events: readonly string[]): ServerResponse {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  for (const event of events) response.write(event);
  return response;
}

const envelope = { id: "answer-1", created: 1, model: "test" };

function wholeOf({ text, calls: made = [], refusal, finish }: Said): JsonObject {
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(refusal !== undefined && { refusal }),
    ...(made.length > 0 && {
      tool_calls: made.map((call, index) => ({ id: `call-${index}`, ...functionOf(call) })),
    }),
  };
  const finish_reason = finish ?? (made.length > 0 ? "tool_calls" : "stop");
  return {
    ...envelope,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason }],
  };
}

function functionOf({ name, arguments: given }: FunctionCall): JsonObject {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { type: "function", function: { name, arguments: text } };
}

/** Splits texts into small chunks, like a real stream. */
function eventsOf({ text = "", calls: made = [], refusal, finish }: Said): readonly string[] {
  const texts = text.match(/[\s\S]{1,7}/g) ?? [];
  return [
    ...texts.map((content) => chunk({ content })),
    ...(refusal === undefined ? [] : [chunk({ refusal })]),
    ...made.map((call, index) =>
      chunk({ tool_calls: [{ index, id: `call-${index}`, ...functionOf(call) }] }),
    ),
    chunk({}, finish ?? (made.length > 0 ? "tool_calls" : "stop")),
  ];
}

function chunk(delta: JsonObject, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...envelope, object: "chat.completion.chunk", choices })}\n\n`;
}

/** Returns the names of the functions that a request offers. */
export function offeredIn({ body }: AskedModel): readonly string[] {
  const tools = own(body, "tools");
  return (isJsonArray(tools) ? tools : []).flatMap((tool) => {
    const made = isJsonObject(tool) ? own(tool, "function") : undefined;
    const name = isJsonObject(made) ? own(made, "name") : undefined;
    return typeof name === "string" ? [name] : [];
  });
}
