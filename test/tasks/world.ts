import { hash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { vi } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openTaskServer, type TaskServer } from "./task-server.ts";

export const extension = "io.modelcontextprotocol/tasks";

const policy = `
version: 1
roles: { counting: ["approvals:decide"] }
statements:
  - { id: jobs, effect: allow, roles: [counting], tools: ["jobs/*"] }
...
`;

const callers = ["ada", "eve"] as const;

/** The key of a caller. */
export function keyOf(name: string): string {
  return `tck_${name.repeat(10)}`;
}

const keys = callers.map((name) => ({
  name,
  roles: ["counting"],
  sha256: hash("sha256", keyOf(name)),
}));

export interface WorldOptions {
  /** Top-level keys of the configuration. */
  readonly more?: JsonObject;
  /** Keys of the server's entry. */
  readonly server?: JsonObject;
  /** Address of the server. Default: a new one of the modern era. */
  readonly url?: string;
}

/** What a gateway answers: a result, or an error with its HTTP status. */
export interface Reply {
  readonly status: number;
  readonly result?: JsonObject | undefined;
  readonly error?: JsonObject | undefined;
}

export interface Asking {
  readonly caller?: string;
  readonly capabilities?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface World extends AsyncDisposable {
  readonly folder: Folder;
  readonly serving: Serving;
  readonly jobs: TaskServer;
  readonly client: TaskClient;
  /** Returns the rows of the audit log. */
  readonly rows: () => Promise<readonly JsonObject[]>;
}

/** Sends modern requests to a gateway. */
export class TaskClient {
  readonly #url: () => URL;
  #last = 0;

  constructor(url: () => URL) {
    this.#url = url;
  }

  async request(method: string, params: JsonObject, asking: Asking = {}): Promise<Reply> {
    const { caller = "ada", headers = {} } = asking;
    const { capabilities = { extensions: { [extension]: {} } } } = asking;
    this.#last += 1;
    const subject = own(params, "taskId") ?? own(params, "name");
    const given = own(params, "_meta");
    const meta = {
      ...(isJsonObject(given) ? given : {}),
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    };
    const response = await fetch(this.#url(), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${keyOf(caller)}`,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof subject === "string" && { "mcp-name": subject }),
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: this.#last,
        method,
        params: { ...params, _meta: meta },
      }),
    });
    return { status: response.status, ...messageIn(await response.text()) };
  }

  call(name: string, given: JsonObject = {}, asking?: Asking): Promise<Reply> {
    return this.request("tools/call", { name, arguments: given }, asking);
  }

  /** Calls a tool and returns the id of its task. */
  async begin(name: string, given: JsonObject = {}, asking?: Asking): Promise<string> {
    const { result = {} } = await this.call(name, given, asking);
    if (own(result, "resultType") !== "task") throw new Error(JSON.stringify(result));
    return textIn(result, "taskId");
  }

  get(taskId: string, asking?: Asking): Promise<Reply> {
    return this.request("tasks/get", { taskId }, asking);
  }

  /** Polls until the task has this status. */
  async until(taskId: string, status: string, asking?: Asking): Promise<JsonObject> {
    return vi.waitFor(
      async () => {
        const { result = {} } = await this.get(taskId, asking);
        if (own(result, "status") !== status) throw new Error(JSON.stringify(result));
        return result;
      },
      { timeout: 15_000, interval: 25 },
    );
  }

  update(taskId: string, inputResponses: JsonObject, asking?: Asking): Promise<Reply> {
    return this.request("tasks/update", { taskId, inputResponses }, asking);
  }

  cancel(taskId: string, asking?: Asking): Promise<Reply> {
    return this.request("tasks/cancel", { taskId }, asking);
  }
}

/** Returns the answer in a body of either form. */
function messageIn(body: string): Pick<Reply, "result" | "error"> {
  const line = body.startsWith("{") ? body : (/^data: (\{.*)$/m.exec(body)?.[1] ?? "{}");
  const message = parseJson(line);
  if (!isJsonObject(message)) return {};
  return { result: objectIn(message, "result"), error: objectIn(message, "error") };
}

/** Returns a text of an object, or an empty one. */
export function textIn(object: JsonObject | undefined, key: string): string {
  const value = object && own(object, key);
  return typeof value === "string" ? value : "";
}

/** Tells whether a row is of a kind that begins so. */
export function isKind({ kind }: JsonObject, beginning: string): boolean {
  return typeof kind === "string" && kind.startsWith(beginning);
}

function objectIn(message: JsonObject, key: string): JsonObject | undefined {
  const value = own(message, key);
  return isJsonObject(value) ? value : undefined;
}

/** The configuration of a gateway in front of a server with tasks. */
export function configOf(url: string, { more = {}, server = {} }: WorldOptions = {}): JsonObject {
  const entry = { name: "jobs", transport: "streamable_http", url, mode: "dynamic", ...server };
  const mcps = [{ default_tool_config: { approval: "none", timeout: "PT5S" }, ...entry }];
  return {
    toolbox: { mcps },
    policy: { file: "policy.yaml" },
    server: { auth: { resource: "http://tools.example.com/mcp", keys } },
    tasks: { poll_interval: "PT0.02S" },
    ...more,
  };
}

export function filesOf(config: JsonObject): Record<string, string> {
  return { "toolcourt.yaml": JSON.stringify(config), "policy.yaml": policy };
}

/** Opens a real gateway over HTTP, with a store on disk, before a real server with tasks. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const jobs = stack.use(await openTaskServer());
  const config = configOf(options.url ?? jobs.url.href, options);
  const folder = stack.use(await openFolder(filesOf(config)));
  const serving = stack.use(await openServing(folder.path));
  const owned = stack.move();
  return {
    folder,
    serving,
    jobs,
    client: new TaskClient(() => serving.url),
    rows: () => rowsIn(folder.path),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Returns the rows of the audit log about calls and tasks. */
export async function rowsIn(folder: string): Promise<readonly JsonObject[]> {
  const { output } = await run(["audit", "export"], { folder });
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => {
      const row = parseJson(line);
      const body = isJsonObject(row) ? own(row, "body") : undefined;
      return isJsonObject(body) && isAboutCalls(own(body, "kind")) ? [body] : [];
    });
}

function isAboutCalls(kind: JsonValue | undefined): boolean {
  return typeof kind === "string" && /^(?:call|task|approval)\./.test(kind);
}
