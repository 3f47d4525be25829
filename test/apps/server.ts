import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import {
  type Exchange,
  type Handlers,
  json,
  type Listening,
  listen,
} from "../../packages/testing/src/programs/odd-http.ts";

export const eras = ["modern", "legacy"] as const;
export type Era = (typeof eras)[number];

/** What a server with views has. Each part can be replaced while it runs. */
export interface Offered {
  /** Default: none. */
  readonly extensions?: JsonObject;
  readonly tools: readonly JsonObject[];
  /** The entries of its lists. Default: none. */
  readonly resources?: readonly JsonObject[];
  readonly templates?: readonly JsonObject[];
  /** The content at each address. Default: none. */
  readonly contents?: Readonly<Record<string, JsonObject>>;
  /** The response to every call. Default: a good result. */
  readonly answer?: { readonly result: JsonObject } | { readonly error: JsonObject };
  /** The messages of every prompt. Default: none. */
  readonly messages?: readonly JsonObject[];
}

const good: JsonObject = {
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
};

const seals = {
  modern: { resultType: "complete", ttlMs: 0, cacheScope: "private" },
  legacy: {},
} as const satisfies Record<Era, JsonObject>;

/** A real server with views over HTTP, of either era. */
export class ViewServer implements AsyncDisposable {
  readonly name: string;
  readonly #era: Era;
  readonly #requests: JsonObject[] = [];
  #now: Offered;
  #listening: Listening | undefined;

  constructor(name: string, era: Era, offered: Offered) {
    this.name = name;
    this.#era = era;
    this.#now = offered;
  }

  async open(): Promise<this> {
    this.#listening = await listen({ ...this.#greetings(), ...this.#lists(), ...this.#answers() });
    return this;
  }

  get url(): URL {
    if (this.#listening === undefined) throw new Error("the server is not open");
    return this.#listening.url;
  }

  get toolNames(): readonly string[] {
    return this.#now.tools.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  }

  /** Returns the parameters of each request of a method. */
  seen(method: string): readonly JsonObject[] {
    return this.#requests
      .filter((request) => own(request, "method") === method)
      .map((request) => own(request, "params") ?? {})
      .filter(isJsonObject);
  }

  /** Returns the names that reads carried in a header. */
  namedReads(): readonly string[] {
    const all = this.#listening?.seen ?? [];
    const reads = all.filter(({ headers }) => headers["mcp-method"] === "resources/read");
    return reads.map(({ headers }) => String(headers["mcp-name"]));
  }

  offer(more: Partial<Offered>): void {
    this.#now = { ...this.#now, ...more };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening?.[Symbol.asyncDispose]();
  }

  #answer({ id, message, response }: Exchange, answer: JsonObject): void {
    this.#requests.push(message);
    json(response, { jsonrpc: "2.0", id, ...answer });
  }

  #result(made: () => JsonObject): Handlers[string] {
    return (exchange) => this.#answer(exchange, { result: { ...seals[this.#era], ...made() } });
  }

  #capabilities(): JsonObject {
    const { extensions } = this.#now;
    const usual = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} };
    return { ...usual, ...(extensions && { extensions }) };
  }

  #greetings(): Handlers {
    const supportedVersions = ["2026-07-28"];
    const discovered = this.#result(() => ({
      supportedVersions,
      capabilities: this.#capabilities(),
    }));
    if (this.#era === "modern") return { "server/discover": discovered };
    return {
      "server/discover": (exchange) =>
        this.#answer(exchange, { error: { code: -32_601, message: "unknown" } }),
      initialize: this.#result(() => ({
        protocolVersion: "2025-11-25",
        capabilities: this.#capabilities(),
        serverInfo: { name: this.name, version: "1.0.0" },
      })),
    };
  }

  #lists(): Handlers {
    return {
      "tools/list": this.#result(() => ({ tools: this.#now.tools })),
      "resources/list": this.#result(() => ({ resources: this.#now.resources ?? [] })),
      "resources/templates/list": this.#result(() => ({
        resourceTemplates: this.#now.templates ?? [],
      })),
      "prompts/list": this.#result(() => ({ prompts: [{ name: `greet-${this.name}` }] })),
    };
  }

  #answers(): Handlers {
    return {
      "resources/subscribe": this.#result(() => ({})),
      "prompts/get": this.#result(() => ({ messages: this.#now.messages ?? [] })),
      "completion/complete": this.#result(() => ({ completion: { values: [this.name] } })),
      "resources/read": (exchange) => this.#read(exchange),
      "tools/call": (exchange) => {
        const answer = this.#now.answer ?? { result: good };
        if ("error" in answer) this.#answer(exchange, answer);
        else this.#result(() => answer.result)(exchange);
      },
      else: ({ message, response }) =>
        void response.writeHead(own(message, "id") === undefined ? 202 : 404).end(),
    };
  }

  #read(exchange: Exchange): void {
    const { uri = null } = exchange.params;
    const content = typeof uri === "string" ? this.#now.contents?.[uri] : undefined;
    if (content !== undefined) this.#result(() => ({ contents: [{ uri, ...content }] }))(exchange);
    else this.#answer(exchange, { error: { code: -32_602, message: "unknown" } });
  }
}

export function openViewServer(name: string, era: Era, offered: Offered): Promise<ViewServer> {
  return new ViewServer(name, era, offered).open();
}
