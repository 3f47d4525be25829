import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import {
  answering,
  type Exchange,
  type Handlers,
  json,
  listen,
} from "../../packages/testing/src/programs/odd-http.ts";

/** What a task of the test server is at the moment. The test moves it. */
export interface ServerTask {
  readonly id: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The fields of its state, besides its id and its times. */
  state: JsonObject;
  /** Answers to its questions, as they came. */
  readonly answers: JsonObject[];
  /** How often its state was asked for. */
  polls: number;
}

export interface TaskServer extends AsyncDisposable {
  readonly url: URL;
  /** Every call that reached a tool, in order. */
  readonly calls: readonly JsonObject[];
  readonly tasks: readonly ServerTask[];
  /** Headers of every request, in order. */
  readonly headers: readonly { readonly method: string; readonly name: string | undefined }[];
  /** Loses all tasks, as a server does that was started again. */
  readonly forget: () => void;
  /** Replaces the list of tools. */
  readonly offer: (tools: readonly JsonObject[]) => void;
}

const extension = "io.modelcontextprotocol/tasks";
const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const capabilities = { tools: {}, extensions: { [extension]: {} } };

/** A tool whose calls become tasks. Its result has a number. */
export function job(differences: JsonObject = {}): JsonObject {
  return {
    name: "job",
    description: "Counts the rows of a table, which takes minutes, and returns their number.",
    inputSchema: {
      type: "object",
      properties: { table: { type: "string" } },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { rows: { type: "integer" } },
      required: ["rows"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    ...differences,
  };
}

/** A tool that answers at once. */
const quick: JsonObject = job({ name: "quick" });
/** A tool that answers within its call, but not at once. */
const late: JsonObject = job({ name: "late" });
/** A tool that refuses callers without tasks. */
const strict: JsonObject = job({ name: "strict" });

export const allTools: readonly JsonObject[] = [
  job(),
  quick,
  late,
  strict,
  job({ name: "change", annotations: { readOnlyHint: false, destructiveHint: false } }),
];

/** The result of a job, with its text. */
export function resultWith(structuredContent: JsonObject): JsonObject {
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent, isError: false };
}

/** Opens a modern server whose tasks end when the test says so. */
export async function openTaskServer(): Promise<TaskServer> {
  let tools = allTools;
  const book = new Book();
  const headers: { readonly method: string; readonly name: string | undefined }[] = [];
  const seen = (handlers: Handlers): Handlers =>
    Object.fromEntries(
      Object.entries(handlers).map(([key, handler]) => [
        key,
        (exchange: Exchange) => {
          const { message, request } = exchange;
          const name = request.headers["mcp-name"];
          const method = own(message, "method");
          headers.push({
            method: typeof method === "string" ? method : "",
            name: typeof name === "string" ? name : undefined,
          });
          handler(exchange);
        },
      ]),
    );
  const server = await listen(
    seen({
      "server/discover": answering({
        ...complete,
        supportedVersions: ["2026-07-28"],
        capabilities,
      }),
      "tools/list": (exchange) => ok(exchange, { ...complete, tools }),
      "tools/call": (exchange) => book.call(exchange),
      "tasks/get": (exchange) => book.get(exchange),
      "tasks/update": (exchange) => book.update(exchange),
      "tasks/cancel": (exchange) => book.cancel(exchange),
    }),
  );
  return {
    url: server.url,
    calls: book.calls,
    tasks: book.tasks,
    headers,
    forget: () => book.forget(),
    offer: (next) => {
      tools = next;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

class Book {
  readonly calls: JsonObject[] = [];
  readonly tasks: ServerTask[] = [];
  readonly #lost = new Set<string>();

  call(exchange: Exchange): void {
    const { params, name: tool } = exchange;
    this.calls.push(params);
    const takesTasks = declares(params);
    if (tool === "strict" && !takesTasks) {
      const data = { requiredCapabilities: { extensions: { [extension]: {} } } };
      fail(exchange, { code: -32_021, message: "Tasks are needed.", data }, 400);
      return;
    }
    if (tool === "late") {
      void sleep(400).then(() => ok(exchange, resultWith({ rows: 8 })));
      return;
    }
    if (tool === "quick" || !takesTasks) {
      ok(exchange, { resultType: "complete", ...resultWith({ rows: 7 }) });
      return;
    }
    const given = own(params, "arguments");
    const task: ServerTask = {
      id: `theirs-${this.tasks.length}`,
      tool,
      arguments: isJsonObject(given) ? given : {},
      state: { status: "working", statusMessage: "Counting." },
      answers: [],
      polls: 0,
    };
    this.tasks.push(task);
    ok(exchange, { resultType: "task", ...shown(task) });
  }

  get(exchange: Exchange): void {
    const task = this.#taskOf(exchange);
    if (task === undefined) return;
    task.polls += 1;
    ok(exchange, { resultType: "complete", ...shown(task) });
  }

  update(exchange: Exchange): void {
    const task = this.#taskOf(exchange);
    if (task === undefined) return;
    const responses = own(exchange.params, "inputResponses");
    if (isJsonObject(responses)) task.answers.push(responses);
    ok(exchange, { resultType: "complete" });
  }

  cancel(exchange: Exchange): void {
    const task = this.#taskOf(exchange);
    if (task === undefined) return;
    task.state = { status: "cancelled" };
    ok(exchange, { resultType: "complete" });
  }

  forget(): void {
    for (const { id } of this.tasks) this.#lost.add(id);
  }

  /** Answers for an unknown task, or for a sender without the extension. */
  #taskOf(exchange: Exchange): ServerTask | undefined {
    const { params } = exchange;
    const id = own(params, "taskId");
    const task = this.tasks.find((each) => each.id === id && !this.#lost.has(each.id));
    if (!declares(params)) fail(exchange, { code: -32_021, message: "Not declared." }, 400);
    else if (task === undefined) fail(exchange, { code: -32_602, message: "No such task." });
    else return task;
    return undefined;
  }
}

function shown({ id, state }: ServerTask): JsonObject {
  const at = "2026-11-01T10:30:00Z";
  return {
    taskId: id,
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: 3_600_000,
    pollIntervalMs: 10,
    ...state,
  };
}

function declares(params: JsonObject): boolean {
  const meta = own(params, "_meta");
  const said = isJsonObject(meta)
    ? own(meta, "io.modelcontextprotocol/clientCapabilities")
    : undefined;
  const extensions = isJsonObject(said) ? own(said, "extensions") : undefined;
  return isJsonObject(extensions) && Object.hasOwn(extensions, extension);
}

function ok({ id, response }: Exchange, result: JsonObject): void {
  json(response, { jsonrpc: "2.0", id, result });
}

function fail({ id, response }: Exchange, error: JsonObject, status = 200): void {
  json(response, { jsonrpc: "2.0", id, error }, status);
}
