import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { HeldSignals } from "./held-signals.ts";

export interface LinkOptions {
  readonly newId: () => string;
  readonly opened: (id: string) => void;
  readonly closed: () => void;
  /** Name of this process in the ids of its questions. Default: no other process sees answers. */
  readonly name?: string | undefined;
  /** Sends a signal to the gateway that has the client's stream. Default: there is no other. */
  readonly elsewhere?: ((message: JsonObject) => void) | undefined;
}

/** A client's answer to a question of one of the gateways. */
export interface Answer {
  /** Name of the gateway that asked. */
  readonly to: string;
  /** The answer as the server that asked knows it. */
  readonly asked: JsonObject;
}

/** Returns the answer in a message. Undefined if it answers no named question. */
export function answerIn(message: JsonObject | undefined): Answer | undefined {
  const id = message && own(message, "id");
  if (message === undefined || typeof id !== "string" || own(message, "method") !== undefined) {
    return undefined;
  }
  const [, to, number] = /^([A-Za-z0-9-]+)\.(\d+)$/.exec(id) ?? [];
  return to === undefined ? undefined : { to, asked: { ...message, id: Number(number) } };
}

/** The connection between a session's client and its protocol server. */
export class SessionLink {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly #name: string | undefined;
  readonly #elsewhere: LinkOptions["elsewhere"];
  readonly #signals = new HeldSignals();
  #streams = 0;

  constructor({ newId, opened, closed, name, elsewhere }: LinkOptions) {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: opened,
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has this one place and no events
    transport.onclose = closed;
    this.transport = transport;
    this.#name = name;
    this.#elsewhere = elsewhere;
    this.#holdSignals();
  }

  /** Follows the client's listening stream: signals that it does not read are held back. */
  listens(response: ServerResponse): void {
    this.#streams += 1;
    response.once("close", () => {
      this.#streams -= 1;
    });
    this.#signals.over(response);
  }

  /** Hands the server a message that came another way. */
  receive(message: JsonObject): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a gateway sends what its entrance has read as JSON-RPC
    this.transport.onmessage?.(message as JSONRPCMessage);
  }

  /** Sends a signal of another gateway if the client listens here. */
  signal(message: JsonObject): void {
    if (this.#streams === 0) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    void this.transport.send(message as JSONRPCMessage).catch(() => undefined);
  }

  /** Brings the transport to where it was after the client's initialize request. */
  async greet(message: JsonObject): Promise<void> {
    const request = new IncomingMessage(new Socket());
    request.method = "POST";
    request.url = "/mcp";
    Object.assign(request.headers, greetingHeaders);
    request.rawHeaders.push(...Object.entries(greetingHeaders).flat());
    await this.transport.handleRequest(request, new ServerResponse(request), message);
  }

  #holdSignals(): void {
    const { transport } = this;
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const key = signalIn(message);
      if (key === undefined) return send(this.#named(message), options);
      // Each gateway notices changed lists by itself, but follows only what it was asked to.
      if (this.#streams === 0 && isUpdate(message)) this.#elsewhere?.({ ...message });
      // A client that has left needs no signal.
      this.#signals.send(key, () => void send(message, options).catch(() => undefined));
    };
  }

  /** Names this gateway in the id of a question. Another gateway may ask under the same number. */
  #named(message: JSONRPCMessage): JSONRPCMessage {
    if (this.#name === undefined || !("method" in message)) return message;
    if ("id" in message) return { ...message, id: `${this.#name}.${message.id}` };
    const { method, params } = message;
    if (method !== "notifications/cancelled" || params === undefined) return message;
    return {
      ...message,
      params: { ...params, requestId: `${this.#name}.${String(params["requestId"])}` },
    };
  }
}

const greetingHeaders = {
  host: "localhost",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

function isUpdate(message: JSONRPCMessage): message is JSONRPCMessage & JsonObject {
  return isJsonObject(message) && message["method"] === "notifications/resources/updated";
}

/** Returns what a message tells to have changed. Undefined if it tells more than that. */
function signalIn(message: JSONRPCMessage): string | undefined {
  if (!("method" in message)) return undefined;
  const { method, params } = message;
  if (method === "notifications/resources/updated") return `${method} ${String(params?.["uri"])}`;
  return method.endsWith("/list_changed") ? method : undefined;
}
