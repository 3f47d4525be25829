import type { Connections } from "../boundary/connections/connections.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import type { ServerSettings } from "../config/config.ts";
import type { HttpSetSettings } from "../config/http-sets.ts";
import { hasCode, isRefusal, Refusal } from "../foundation/errors/refusal.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import { createLogger, type LogWriter } from "../foundation/telemetry/logger.ts";
import { forSet } from "../http-tools/operations/for-set.ts";
import type { HttpTool } from "../http-tools/operations/http-tool.ts";
import { openToolSet } from "../http-tools/operations/open-tool-set.ts";
import { readToolsFile } from "../http-tools/operations/read-tools-file.ts";
import { createSendOperation } from "../http-tools/operations/send-operation.ts";
import type { OpenSet } from "./leaving.ts";
import type { SetDrafts } from "./set-drafts.ts";

/** What sets of HTTP tools need of the world. */
export interface Outside {
  readonly egress: Egress;
  /** Absent where there is no store that could have any. */
  readonly connections?: Connections;
  /** Absent where nothing is stored. */
  readonly draftsOf?: (set: string) => Promise<SetDrafts>;
  /** The text of a file beside the configuration. */
  readonly readText: (file: string) => Promise<string>;
}

export interface ToolSetSurroundings {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly outside: Outside | undefined;
  readonly toolsChanged: () => void;
  readonly write: LogWriter;
  readonly stack: AsyncDisposableStack;
}

/** Opens the HTTP tools that the configuration describes under a name like a server's. */
export async function openConfiguredSet(
  settings: Pick<ServerSettings, "name" | "required">,
  set: HttpSetSettings,
  surroundings: ToolSetSurroundings,
): Promise<Pick<OpenSet, "set" | "drafts">> {
  const { clock, newId, outside } = surroundings;
  if (outside === undefined) throw new TypeError("HTTP tools without a way out were let through");
  const { egress, connections = noConnections } = outside;
  const { name } = settings;
  const telling = createTelling(settings, surroundings);
  const drafts = set.drafts ? await openDrafts(name, outside, surroundings) : undefined;
  const tools = openToolSet({
    name,
    source: async () => {
      const written = await telling(() => readWritten(set, outside));
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
 * Says what is wrong with a file when it is read: nobody else would, once the gateway runs. Where it cannot
 * start without the file, that is said by not starting.
 */
function createTelling(
  { name: server, required }: Pick<ServerSettings, "name" | "required">,
  { write }: ToolSetSurroundings,
): <T>(read: () => Promise<T>) => Promise<T> {
  const { log } = createLogger(write);
  let isSaid = required;
  return async (read) => {
    try {
      return await read();
    } catch (error) {
      if (isRefusal(error) && !isSaid)
        log("server.unreadable", { server, problem: firstOf(error) });
      throw error;
    } finally {
      isSaid = false;
    }
  };
}

function firstOf(error: Refusal): string {
  return (
    (hasCode(error, "config-invalid") ? error.details.problems[0] : undefined) ?? error.message
  );
}

async function readWritten(
  { tools }: HttpSetSettings,
  outside: Outside,
): Promise<readonly HttpTool[]> {
  return tools === undefined ? [] : toolsIn(tools, outside);
}

async function toolsIn(file: string, { readText }: Outside): Promise<readonly HttpTool[]> {
  const reading = readToolsFile(await readText(file), file);
  if (reading.kind === "tools") return reading.tools;
  throw new Refusal("config-invalid", { file, problems: reading.problems });
}

/** A decision is heard of at once, and not when the set is looked at anyway. */
async function openDrafts(
  set: string,
  { draftsOf }: Outside,
  { stack, toolsChanged }: ToolSetSurroundings,
): Promise<SetDrafts | undefined> {
  const drafts = await draftsOf?.(set);
  if (drafts === undefined) return undefined;
  stack.use(drafts);
  stack.defer(drafts.subscribe(toolsChanged));
  return drafts;
}

/** Where nothing is stored there is no connection: nothing is made up in its place. */
export const noConnections: Connections = {
  nameOf: async () => undefined,
  use: () => Promise.reject(new Refusal("connection-missing", {})),
  credential: () => Promise.reject(new Refusal("connection-missing", {})),
  refused: async () => undefined,
};
