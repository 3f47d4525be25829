import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Connections } from "../boundary/connections/connections.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import type { HttpSetConfig } from "../config/http-sets.ts";
import type { ServerConfig } from "../config/offering.ts";
import { forSet } from "../http-tools/operations/for-set.ts";
import type { HttpTool } from "../http-tools/operations/http-tool.ts";
import { openToolSet } from "../http-tools/operations/open-tool-set.ts";
import { readToolsFile } from "../http-tools/operations/read-tools-file.ts";
import { createSendOperation } from "../http-tools/operations/send-operation.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import type { UpstreamListeners } from "../upstreams/upstream.ts";
import type { OpenSet } from "./http-call-deps.ts";
import type { SetDrafts } from "./set-drafts.ts";

/** Dependencies of HTTP tool sets. */
export interface Outside {
  readonly egress: Egress;
  /** Unset without a store. */
  readonly connections?: Connections;
  /** Unset without a store. */
  readonly draftsOf?: (set: string) => Promise<SetDrafts>;
  /** Reads a file next to the configuration. */
  readonly readText: (file: string) => Promise<string>;
}

export interface ToolSetDeps
  extends Pick<Runtime, "clock" | "newId">,
    Pick<UpstreamListeners, "toolsChanged"> {
  readonly outside: Outside | undefined;
  readonly write: LogWriter;
  readonly stack: AsyncDisposableStack;
}

/** Opens a configured set of HTTP tools under a server-like name. */
export async function openConfiguredSet(
  settings: Pick<ServerConfig, "name" | "required">,
  set: HttpSetConfig,
  deps: ToolSetDeps,
): Promise<Pick<OpenSet, "set" | "drafts">> {
  const { clock, newId, outside } = deps;
  if (outside === undefined) throw new TypeError("HTTP tools without a way out were let through");
  const { egress, connections = noConnections } = outside;
  const { name } = settings;
  const attempt = createBroadcast(settings, deps);
  const drafts = set.drafts ? await openDrafts(name, outside, deps) : undefined;
  const tools = openToolSet({
    name,
    source: async () => {
      const written = await attempt(() => readWritten(set, outside));
      await drafts?.refresh();
      const approved = drafts?.approved().map(({ tool, operation }) => ({ tool, operation }));
      return [...written, ...(approved ?? [])].map((http) => forSet(http, set.connection));
    },
    send: createSendOperation({ egress, connections, clock, newId }),
    ...(set.base && { base: set.base }),
  });
  return { set: tools, ...(drafts && { drafts }) };
}

/**
 * Logs the problems of a file when it is read, since nothing else reports them in a running
 * gateway. A required file is reported by the failed start instead.
 */
function createBroadcast(
  { name: server, required }: Pick<ServerConfig, "name" | "required">,
  { write }: ToolSetDeps,
): <T>(read: () => Promise<T>) => Promise<T> {
  const { log } = createLogger(write);
  let isLogged = required;
  return async (read) => {
    try {
      return await read();
    } catch (error) {
      if (isRefusal(error) && !isLogged)
        log("server.unreadable", { server, problem: firstOf(error) });
      throw error;
    } finally {
      isLogged = false;
    }
  };
}

function firstOf(error: Refusal): string {
  return (
    (hasCode(error, "config-invalid") ? error.details.problems[0] : undefined) ?? error.message
  );
}

async function readWritten(
  { tools }: HttpSetConfig,
  outside: Outside,
): Promise<readonly HttpTool[]> {
  return tools === undefined ? [] : toolsIn(tools, outside);
}

async function toolsIn(file: string, { readText }: Outside): Promise<readonly HttpTool[]> {
  const reading = readToolsFile(await readText(file), file);
  if (reading.kind === "tools") return reading.tools;
  throw new Refusal("config-invalid", { file, problems: reading.problems });
}

/** Opens the drafts of a set. Decisions take effect at once, not at the next refresh. */
async function openDrafts(
  set: string,
  { draftsOf }: Outside,
  { stack, toolsChanged }: ToolSetDeps,
): Promise<SetDrafts | undefined> {
  const drafts = await draftsOf?.(set);
  if (drafts === undefined) return undefined;
  stack.use(drafts);
  stack.defer(drafts.subscribe(toolsChanged));
  return drafts;
}

/** Connections without a store: there are none. */
export const noConnections: Connections = {
  nameOf: async () => undefined,
  use: () => Promise.reject(new Refusal("connection-missing", {})),
  credential: () => Promise.reject(new Refusal("connection-missing", {})),
  refused: async () => undefined,
  stepUp: async (_usable, _credential, scopes) => ({ isWider: false, scopes }),
};
