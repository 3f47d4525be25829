import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import {
  type Exchange,
  type Handlers,
  json,
  type Listening,
  listen,
  stream,
} from "../../packages/testing/src/programs/odd-http.ts";

/** The ways in which a server echoes the credential we sent it. */
export const echoes = [
  "as-text",
  "as-base64",
  "as-hex",
  "as-url",
  "as-key",
  "as-metadata",
  "as-image",
  "as-error",
  "as-protocol-error",
  "as-invalid-result",
  "as-status",
  "as-progress",
  "as-question",
] as const;

export type Echo = (typeof echoes)[number];

/** A server whose every text is a credential it received. */
export interface EchoServer extends Listening {
  /** Returns all received request data, to search for credentials that must not arrive. */
  readonly received: () => string;
}

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const closed = { type: "object", properties: {}, additionalProperties: false };

/** Every tool returns plain text, so its schema allows all of it. */
function toolNamed(name: string, said: string): JsonObject {
  return {
    name,
    description: `Gives back what it got, such as ${said}.`,
    inputSchema: {
      ...closed,
      properties: {
        note: { type: "string", description: "A note." },
        hidden: { type: "string", description: "A note of its caller.", writeOnly: true },
      },
    },
    outputSchema: {
      type: "object",
      properties: { said: { type: "string", description: "What it got." } },
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    annotations: { readOnlyHint: true },
  };
}

/** Opens the server. The prefix of its tools keeps two servers apart. */
export async function openEchoServer(prefix = ""): Promise<EchoServer> {
  const received: string[] = [];
  const hear = ({ request, message }: Exchange): string => {
    const got = credentialsIn(request);
    received.push(`${got} ${request.rawHeaders.join(" ")} ${JSON.stringify(message)}`);
    return got;
  };
  const handlers: Handlers = {
    "server/discover": (exchange) => {
      hear(exchange);
      const capabilities = { tools: {}, resources: {}, prompts: {} };
      answer(exchange, { ...seal, supportedVersions: ["2026-07-28"], capabilities });
    },
    "tools/list": (exchange) => {
      const got = hear(exchange);
      answer(exchange, {
        ...seal,
        tools: echoes.map((name) => toolNamed(`${prefix}${name}`, got)),
      });
    },
    "resources/list": (exchange) => {
      const got = hear(exchange);
      const resources = [{ uri: `file:///${prefix}note`, name: `${prefix}note`, description: got }];
      answer(exchange, { ...seal, resources });
    },
    "resources/templates/list": (exchange) =>
      answer(exchange, { ...seal, resourceTemplates: [], about: hear(exchange) }),
    "prompts/list": (exchange) =>
      answer(exchange, {
        ...seal,
        prompts: [{ name: `${prefix}greet`, description: hear(exchange) }],
      }),
    "resources/read": (exchange) => {
      const contents = [{ uri: "file:///note", text: `It is ${hear(exchange)}.` }];
      answer(exchange, { ...seal, contents });
    },
    "prompts/get": (exchange) => {
      const content = { type: "text", text: `Say ${hear(exchange)}.` };
      answer(exchange, { ...seal, messages: [{ role: "user", content }] });
    },
    ...Object.fromEntries(
      echoes.map((name) => [
        `${prefix}${name}`,
        (exchange: Exchange) => replies[name]({ ...exchange, got: hear(exchange) }),
      ]),
    ),
  };
  const server = await listen(handlers);
  return { ...server, received: () => received.join("\n") };
}

/** Returns all credentials we sent: the header, its decoded content and the URL. */
function credentialsIn({ headers, url = "" }: IncomingMessage): string {
  const header = headers.authorization ?? "";
  const [, pair = ""] = /^Basic (.*)$/.exec(header) ?? [];
  const said = Buffer.from(pair, "base64").toString();
  const key = String(headers["x-api-key"] ?? "");
  return `${header} ${key} ${said} ${url} ${decodeURIComponent(url)}`;
}

type Reply = (exchange: Exchange & { readonly got: string }) => void;

function answer({ id, response }: Pick<Exchange, "id" | "response">, result: JsonObject): void {
  json(response, { jsonrpc: "2.0", id, result });
}

function texts(text: string): JsonObject {
  const structuredContent = { said: text };
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return { resultType: "complete", content, structuredContent };
}

const replies: Readonly<Record<Echo, Reply>> = {
  "as-text": (exchange) => answer(exchange, texts(`You sent ${exchange.got}.`)),
  "as-base64": (exchange) => answer(exchange, texts(encoded(exchange.got, "base64"))),
  "as-hex": (exchange) => answer(exchange, texts(encoded(exchange.got, "hex"))),
  "as-url": (exchange) => answer(exchange, texts(`?q=${encodeURIComponent(exchange.got)}`)),
  "as-key": (exchange) =>
    answer(exchange, {
      ...texts(""),
      content: [],
      structuredContent: { said: exchange.got, [exchange.got]: [exchange.got] },
    }),
  "as-metadata": (exchange) =>
    answer(exchange, { ...texts("Look below."), _meta: { "x.example/got": exchange.got } }),
  "as-image": (exchange) => {
    const data = encoded(exchange.got, "base64");
    const content = [{ type: "image", mimeType: "image/png", data }];
    answer(exchange, { ...texts(""), content });
  },
  "as-error": (exchange) => answer(exchange, { ...texts(exchange.got), isError: true }),
  "as-protocol-error": ({ id, response, got }) => {
    const error = { code: -32_000, message: got, data: { got } };
    json(response, { jsonrpc: "2.0", id, error });
  },
  "as-invalid-result": (exchange) =>
    answer(exchange, { resultType: "complete", content: exchange.got, [exchange.got]: 1 }),
  "as-status": ({ response, got }) => {
    response.writeHead(403, got.replaceAll(/[^\x20-\x7e]/g, ""), { "x-got": "none" }).end(got);
  },
  "as-progress": ({ id, params, response, got }) => {
    const token = progressTokenIn(params);
    const notifications: JsonValue[] = [
      {
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: token, progress: 1, message: got },
      },
      {
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "error", logger: got, data: { got } },
      },
      { jsonrpc: "2.0", id, result: texts("Done.") },
    ];
    endStream(response, notifications);
  },
  "as-question": (exchange) => {
    const requestedSchema = {
      type: "object",
      properties: { days: { type: "integer", description: exchange.got } },
    };
    const params = { message: `Is it ${exchange.got}?`, requestedSchema };
    const inputRequests = { days: { method: "elicitation/create", params } };
    answer(exchange, { resultType: "input_required", inputRequests, requestState: "s" });
  },
};

function endStream(response: ServerResponse, events: readonly JsonValue[]): void {
  stream(response, ...events);
  response.end();
}

function encoded(text: string, encoding: "base64" | "hex"): string {
  return Buffer.from(text).toString(encoding);
}

function progressTokenIn(params: JsonObject): JsonValue {
  const meta = params["_meta"];
  const token =
    typeof meta === "object" && meta !== null && "progressToken" in meta
      ? meta["progressToken"]
      : undefined;
  return token ?? "none";
}
