import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "../../../packages/testing/src/folder.ts";
import { openCountingServer } from "../../gate/counting-server.ts";
import { reading } from "../../gate/tools.ts";
import { startGateway } from "../gateway-process.ts";
import type { Cost } from "../programs/cost-monitor.ts";
import { serverEntry } from "../server-entry.ts";
import { openCostlyTarget, type TargetAnswer, targetTools } from "./costly-target.ts";
import { hostileName } from "./hostile-lists.ts";
import { openShiftingServer } from "./shifting-server.ts";

/** A gateway with every feature on, measured from inside. */
export interface CostlyGateway extends AsyncDisposable {
  readonly url: URL;
  /** Measures the gateway's cost while `work` runs. */
  readonly costOf: (work: () => Promise<unknown>) => Promise<Cost>;
  /** Authorization header of a principal with every permission. */
  readonly authorization: string;
  /** Sets the server's result for the next calls. */
  readonly answerWith: (result: JsonObject) => void;
  /** Sets the API's answer to the next calls of `get-things` and `list-things`. */
  readonly targetAnswersWith: (answer: TargetAnswer) => void;
  /** Replaces the tools of another server and waits until they are processed. */
  readonly shift: (tools: string) => Promise<void>;
}

const monitor = resolve(import.meta.dirname, "../programs/cost-monitor.ts");
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

export async function openCostlyGateway(): Promise<CostlyGateway> {
  await using stack = new AsyncDisposableStack();
  let result: JsonObject = {};
  const server = stack.use(await openCountingServer({ tools, answer: () => result }));
  const shifting = stack.use(await openShiftingServer(JSON.stringify(known.map(plain))));
  const target = stack.use(await openCostlyTarget());
  const origin = `http://127.0.0.1:${target.port}`;
  const folder = stack.use(await openFolder({ "policy.yaml": policy, "things.yaml": targetTools }));
  const auth = {
    resource: "http://127.0.0.1/mcp",
    keys: [{ name: "ada", sha256: hash("sha256", key, "hex") }],
  };
  const config = {
    toolbox: {
      mcps: [serverEntry("weather", server.url), serverEntry("shifting", shifting.url.href)],
      http: [{ name: "things", tools: "./things.yaml", base: origin }],
    },
    egress: { allow: [{ origin, addresses: "loopback" }] },
    server: { auth },
    policy: { file: "policy.yaml" },
  };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  const gateway = stack.use(
    await startGateway({ folder: folder.path, flags: ["--import", monitor] }),
  );
  const unchanged = [...known];
  const owned = stack.move();
  return {
    url: gateway.url,
    authorization: `Bearer ${key}`,
    shift: async (next) => {
      const name = unchanged.pop();
      if (name === undefined) throw new Error("Every tool that was known has changed.");
      await shifting.shift(next.replace(`"${hostileName}"`, `"${name}"`));
    },
    targetAnswersWith: target.answerWith,
    answerWith: (next) => {
      result = next;
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
