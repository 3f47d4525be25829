import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRefusal, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  type ConfiguredGateway,
  openConfigured,
} from "@toolcourt/gateway/internal/compose/open-configured";
import { isQuestion } from "@toolcourt/gateway/internal/pipeline/call";
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from "@toolcourt/sdk";
import {
  type Cloud,
  type CloudOptions,
  createCloud,
} from "../../packages/azure/src/testing/cloud/cloud.ts";
import { subscriptionId, tenantId } from "../../packages/azure/src/testing/cloud/data.ts";
import { openCloud } from "../../packages/azure/src/testing/cloud/open-cloud.ts";
import { createCertificate } from "../../packages/testing/src/certificate.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  type ApiManagement,
  openApiManagement,
} from "../../packages/testing/src/targets/api-management.ts";
import { type Ran, type RunOptions, run } from "../../packages/testing/src/terminal.ts";

/** Must appear in no log, result, audit entry or metric. */
export const token = "eyJ-token-canary-of-the-azure-tests-7f3a9c";
const key = "apim-key-canary-51c2";
const origin = "https://management.azure.com";

export const scope = { tenantId, subscriptionId };

/** Arguments for tools of each tier. Those of the costs are for `query-costs`. */
export const inventory = { tier: "inventory", scope };
export const security = { tier: "security", scope };
export const cost = {
  tier: "cost",
  scope,
  timeframe: "MonthToDate",
  measure: "ActualCost",
  groupBy: "ServiceName",
  granularity: "None",
};

export interface WorldOptions extends CloudOptions {
  /** More flags of `connections add`. Default: all tiers, any subscription. */
  readonly connection?: readonly string[];
  /** More keys of `egress`. Default: none. */
  readonly egress?: JsonObject;
  /** More keys of the set of tools. Default: none. */
  readonly set?: JsonObject;
  /** More sets of HTTP tools. Default: none. */
  readonly sets?: readonly JsonObject[];
  /** More keys of the configuration. Default: none. */
  readonly config?: JsonObject;
  /** Leads requests for tokens to a provider. Default: the network. */
  readonly network?: Pick<RunOptions, "dial" | "lookup">;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** A project with the tools of the package, before API Management and a fixture cloud. */
export interface Project extends AsyncDisposable {
  readonly cloud: Cloud;
  readonly folder: Folder;
  readonly management: ApiManagement;
  /** Adds a connection with the token, and with these levels and tiers. */
  readonly addConnection: (name: string, flags: readonly string[]) => Promise<void>;
  /** Runs a command in the project. */
  readonly toolcourt: (...args: readonly string[]) => Promise<Ran>;
}

const allTiers = ["inventory", "cost", "security"].flatMap((tier) => ["--tier", tier]);

/** Opens a project with one connection, named `azure`. */
export async function openProject(options: WorldOptions = {}): Promise<Project> {
  const stack = new AsyncDisposableStack();
  const cloud = createCloud(options);
  const server = stack.use(await openCloud(cloud));
  const certificate = createCertificate("localhost");
  const backends = { "/arm": { host: "management.azure.com", port: server.port } };
  const management = stack.use(await openApiManagement({ certificate, key, backends }));
  const folder = stack.use(
    await openFolder({
      "ca.pem": certificate.cert,
      "toolcourt.yaml": JSON.stringify(configOf(management, options)),
    }),
  );
  const toolcourt = (...args: readonly string[]): Promise<Ran> =>
    run(args, { folder: folder.path, input: `${token}\n` });
  const levels = ["--level", `tenantId=${tenantId}`, "--level", "subscriptionId=any"];
  const addConnection = async (name: string, flags: readonly string[]): Promise<void> => {
    const kind = ["--kind", "token", "--token", "-", "--origin", origin];
    const added = await toolcourt("connections", "add", name, ...kind, ...flags);
    if (added.code !== 0) throw new Error(added.errors);
  };
  await addConnection("azure", options.connection ?? [...levels, ...allTiers]);
  return {
    cloud,
    folder,
    management,
    addConnection,
    toolcourt,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function configOf(
  { port }: ApiManagement,
  { egress, set, sets = [], config }: WorldOptions,
): JsonObject {
  return {
    toolbox: {
      http: [
        {
          name: "azure",
          tools: "@toolcourt/azure/tools.yaml",
          base: origin,
          connection: "argument",
          profile: ["core", "cloud-discovery"],
          clauses: { size: "observe" },
          ...set,
        },
        ...sets,
      ],
    },
    egress: {
      allow: [{ origin, methods: ["GET", "POST"], path: "/arm" }],
      gateway: { url: `https://localhost:${port}`, key, addresses: "loopback" },
      ca_file: "ca.pem",
      retry: { attempts: 1 },
      ...egress,
    },
    stores: { url: "sqlite:state.db" },
    telemetry: { calls: "info", metrics: { port: 0 } },
    ...config,
  };
}

export interface World extends Project {
  readonly configured: ConfiguredGateway;
  /** Everything that was printed. */
  readonly printed: readonly string[];
  /** Calls a tool with the scope and tier that it needs. */
  readonly call: (tool: string, given?: JsonObject) => Promise<JsonObject>;
}

function createIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  };
}

/** Opens the gateway of a project. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const stack = new AsyncDisposableStack();
  const project = stack.use(await openProject(options));
  const printed: string[] = [];
  const newId = createIds();
  const signal = new AbortController().signal;
  const configured = stack.use(
    await openConfigured(
      { config: undefined, frozen: false, minLevel: "info", forOperator: true },
      {
        terminal: { err: (text) => void printed.push(text) },
        signal,
        clock: options.clock ?? systemClock,
        folder: project.folder.path,
        environment: {},
        newId,
        random: () => 0.5,
        randomBytes: (count) => new Uint8Array(count),
        operator: "operator:grace",
        readInput: async function* () {},
        ...options.network,
      },
    ),
  );
  return {
    ...project,
    configured,
    printed,
    call: async (tool, given = {}) => {
      const answer = await configured.gateway.callTool(
        {
          callId: newId(),
          principal: { id: "local", permissions: "all", kind: "local" },
          correlationId: newId(),
          traceId: newId(),
          agent: { name: "test", version: "1" },
          tool,
          arguments: { connection_id: "azure", ...given },
        },
        signal,
      );
      if (isQuestion(answer)) throw new TypeError("No question was expected.");
      if (!isJsonObject(answer.structuredContent)) throw new TypeError("This is no result.");
      return answer.structuredContent;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Returns the refusal of a call. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isRefusal(error)) return error;
  throw new Error("This was no refusal.", { cause: error });
}

/** Reads all files of a project as text, the database with its audit log among them. */
export async function filesOf({ folder }: Project): Promise<string> {
  const names = await folder.files();
  const texts = names.map((file) => readFile(join(folder.path, file), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

export function dataOf(result: JsonObject, pointer = ""): JsonValue | undefined {
  return valueAt(result, `/data${pointer}`);
}
