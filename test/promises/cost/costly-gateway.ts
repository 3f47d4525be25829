import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "../../../packages/testing/src/folder.ts";
import { spoken, type TestLane } from "../../../packages/testing/src/lanes.ts";
import { openCountingServer } from "../../gate/counting-server.ts";
import { reading } from "../../gate/tools.ts";
import { type Starting, startGateway } from "../gateway-process.ts";
import type { Cost } from "../programs/cost-monitor.ts";
import { childEntry, serverEntry } from "../server-entry.ts";
import { openCostlyTarget, type TargetAnswer, targetTools } from "./costly-target.ts";
import { hostileName } from "./hostile-lists.ts";
import { openShiftingServer } from "./shifting-server.ts";
import { startStdioGateway } from "./stdio-gateway.ts";

/** A gateway with every feature on, measured from inside. */
export interface CostlyGateway extends AsyncDisposable {
  /** Sends a message as a principal with every permission, and returns the answer. */
  readonly post: (body: string, posting?: Posting) => Promise<string>;
  /** Measures the gateway's cost while `work` runs. */
  readonly costOf: (work: () => Promise<unknown>) => Promise<Cost>;
  /** Sets the result of both servers, over HTTP and stdio, for the next calls. */
  readonly answerWith: (result: JsonObject) => Promise<void>;
  /** Sets the API's answer to the next calls of `get-things` and `list-things`. */
  readonly targetAnswersWith: (answer: TargetAnswer) => void;
  /** Replaces the tools of another server and waits until they are processed. */
  readonly shift: (tools: string) => Promise<void>;
}

/** How a message is sent. */
export interface Posting {
  /** Default: those of the lane. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the fast lane of a legacy client. Over stdio there is one lane. */
  readonly lane?: TestLane;
  /** The tool of a modern call, which a header repeats. Default: `get-forecast`. */
  readonly tool?: string;
}

const monitor = resolve(import.meta.dirname, "../programs/cost-monitor.ts");
const answering = resolve(import.meta.dirname, "../programs/answering-child.ts");
const key = "tck_0123456789-0123456789-0123456789-0123456789";

const policy = `version: 1
roles: { caller: ["*:*"] }
subjects: [{ principals: ["key:ada"], roles: [caller] }]
statements:
  - id: everything
    effect: allow
    principals: ["*"]
    tools: ["*/*"]
    when: >-
      !has(args.items) || args.items.all(i, args.items.exists(j, j == i)) || true
  - id: no-letters
    effect: deny
    principals: ["*"]
    tools: ["*/*"]
    when: has(args.city) && args.city.safeMatches("^(a+)+$") && args.city.contains("!")
...
`;

export async function openCostlyGateway(
  entrance: "http" | "stdio" = "http",
): Promise<CostlyGateway> {
  await using stack = new AsyncDisposableStack();
  let result: JsonObject = {};
  const server = stack.use(await openCountingServer({ tools, answer: () => result }));
  const shifting = stack.use(await openShiftingServer(JSON.stringify(known.map(plain))));
  const target = stack.use(await openCostlyTarget());
  const origin = `http://127.0.0.1:${target.port}`;
  const folder = stack.use(
    await openFolder({ "policy.yaml": policy, "things.yaml": targetTools, "answer.json": "{}" }),
  );
  const config = configOf(
    [
      serverEntry("weather", server.url),
      serverEntry("shifting", shifting.url.href),
      childEntry("child", [answering, join(folder.path, "answer.json")]),
    ],
    origin,
  );
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  const starting = { folder: folder.path, flags: ["--import", monitor] };
  const gateway = stack.use(
    await (entrance === "stdio" ? startStdioGateway(starting) : startHttpGateway(starting)),
  );
  const unchanged = [...known];
  const owned = stack.move();
  return {
    post: gateway.post,
    shift: async (next) => {
      const name = unchanged.pop();
      if (name === undefined) throw new Error("Every tool that was known has changed.");
      await shifting.shift(next.replace(`"${hostileName}"`, `"${name}"`));
    },
    targetAnswersWith: target.answerWith,
    answerWith: async (next) => {
      result = next;
      await folder.write("answer.json", JSON.stringify(next));
    },
    costOf: async (work) => {
      await gateway.ask("begin");
      await work();
      const cost = await gateway.ask("end");
      if (!isCost(cost)) throw new Error("The gateway does not say what it cost.");
      return cost;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Returns a configuration with these servers, and an API at the origin. */
function configOf(mcps: readonly JsonObject[], origin: string): JsonObject {
  const auth = {
    resource: "http://127.0.0.1/mcp",
    keys: [{ name: "ada", sha256: hash("sha256", key, "hex") }],
  };
  return {
    toolbox: { mcps, http: [{ name: "things", tools: "./things.yaml", base: origin }] },
    egress: { allow: [{ origin, addresses: "loopback" }] },
    server: { auth },
    policy: { file: "policy.yaml" },
  };
}

/** A gateway in its own process, whatever its entrance. */
export interface Entered extends AsyncDisposable {
  readonly post: CostlyGateway["post"];
  readonly ask: (order: string) => Promise<unknown>;
}

async function startHttpGateway(starting: Starting): Promise<Entered> {
  const gateway = await startGateway(starting);
  const fast = { era: "legacy", lane: "fast" } as const;
  return {
    ask: gateway.ask,
    post: async (body, { headers = {}, lane = fast, tool = "get-forecast" } = {}) => {
      const init = spoken("tools/call", { name: tool }, lane);
      const head = new Headers(init.headers);
      const added = { authorization: `Bearer ${key}`, ...headers };
      for (const [name, value] of Object.entries(added)) head.set(name, value);
      const response = await fetch(gateway.url, { ...init, headers: head, body });
      return response.text();
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

function isCost(value: unknown): value is Cost {
  return typeof value === "object" && value !== null && "maxMs" in value;
}

const anything = { type: "array", description: "Anything" };
const items = { ...anything, uniqueItems: true };

/** Tools whose schemas are slow to validate without limits. */
const tools: readonly JsonObject[] = [
  reading("get-forecast"),
  taking("get-unique", { items }),
  taking("get-matching", {
    items: { ...anything, items: { type: "string", pattern: "^(a|aa)+$" } },
  }),
  taking("get-one-of", {
    items: {
      ...anything,
      items: { anyOf: [{ type: "string" }, { type: "object" }, { const: 7 }] },
    },
  }),
  taking("get-contained", { items: { ...anything, contains: { const: "none" } } }),
  { ...reading("get-anything"), outputSchema: { type: "object", properties: { items } } },
];

/**
 * Initial tools of the hostile server, so that they are locked: a changed tool costs more than a
 * new one. Each serves for one change, because a changed tool stays held.
 */
const known = Array.from({ length: 80 }, (_, index) => `get-known-${index}`);

function plain(name: string): JsonObject {
  return { ...reading(name), inputSchema: { type: "object", additionalProperties: false } };
}

function taking(name: string, properties: JsonObject): JsonObject {
  const inputSchema = { type: "object", properties, additionalProperties: false };
  return { ...reading(name), inputSchema };
}
