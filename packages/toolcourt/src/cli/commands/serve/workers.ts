import type { Supervisor } from "@toolcourt/gateway/internal/compose/workers/supervisor";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import type { LogWriter } from "@toolcourt/gateway/internal/telemetry/logger";
import type { EventMetrics } from "@toolcourt/gateway/internal/telemetry/metrics/event-metrics";
import { type CommandContext, type ExitCode, usage, type WorkerMeans } from "../../command.ts";
import { aborted } from "./aborted.ts";

/** The flags that matter to the primary process. Workers read theirs again. */
export interface PrimaryFlags {
  readonly config: string | undefined;
  readonly record: string | undefined;
}

export interface AskedWorkers {
  readonly config: Config;
  readonly count: number;
  readonly means: WorkerMeans;
}

/** Returns the configuration if it asks for more than one process, and this one may start them. */
export async function workersAsked(
  { config: file }: PrimaryFlags,
  context: CommandContext,
): Promise<AskedWorkers | undefined> {
  const { workers: means, ownWorker } = context;
  if (means === undefined || ownWorker !== undefined) return undefined;
  const { findConfig } = await import("@toolcourt/gateway/internal/compose/find-config");
  const found = await findConfig(file, context);
  const { loadConfig, namesWorkers } = await import("@toolcourt/gateway/internal/config/load");
  if (!namesWorkers(found.text, found.source)) return undefined;
  const { unreadSecrets } = await import("@toolcourt/gateway/internal/config/server-references");
  // This process calls no server, so it reads no secret.
  const config = loadConfig(found.text, { ...found.source, secrets: unreadSecrets });
  const count = config.workers === "auto" ? means.cores : config.workers;
  return count === 1 ? undefined : { config, count, means };
}

/** Serves with several processes, until the signal aborts. This one only looks after them. */
export async function serveByWorkers(
  { config, count, means }: AskedWorkers,
  { record }: PrimaryFlags,
  context: CommandContext,
): Promise<ExitCode> {
  if (record !== undefined) {
    throw usage("--record writes a file from one process: set server.workers to 1 for it.");
  }
  const { terminal, clock, signal } = context;
  const [{ Supervisor, WorkerFailedError }, { createLogger }, { EventMetrics }] = await Promise.all(
    [
      import("@toolcourt/gateway/internal/compose/workers/supervisor"),
      import("@toolcourt/gateway/internal/telemetry/logger"),
      import("@toolcourt/gateway/internal/telemetry/metrics/event-metrics"),
    ],
  );
  await using stack = new AsyncDisposableStack();
  const { folder, fork } = stack.use(await means.open());
  const events = new EventMetrics();
  const write = events.around(await writerOf(config, context));
  const supervisor = stack.use(
    new Supervisor({
      clock,
      count,
      folder,
      fork,
      elsewhere: elsewhereOf(config),
      isWatched: terminal.isWatched === true,
      log: createLogger(write).log,
    }),
  );
  stack.use(await openPage(config, supervisor, { write, events }));
  const stopped = aborted(signal);
  try {
    const url = await Promise.race([supervisor.start(), stopped]);
    if (url !== undefined) terminal.out(`Toolcourt listens on ${url.href}`);
  } catch (error) {
    // The worker has logged why.
    if (error instanceof WorkerFailedError) return 2;
    throw error;
  }
  await stopped;
  return 0;
}

/** Returns what the workers share without this process. */
function elsewhereOf({ authority }: Config): readonly ("limits" | "notices")[] {
  const { url, redis } = authority.stores;
  if (redis !== undefined) return ["limits", "notices"];
  return url.startsWith("postgres") ? ["notices"] : [];
}

async function writerOf(
  { telemetry }: Config,
  { terminal, clock }: CommandContext,
): Promise<LogWriter> {
  const [{ createWriter }, { Redaction }, { suggesting }] = await Promise.all([
    import("@toolcourt/gateway/internal/compose/open-watch"),
    import("@toolcourt/gateway/internal/boundary/redaction/redaction"),
    import("@toolcourt/gateway/internal/telemetry/logger"),
  ]);
  const { err: print, suggest = (command: string) => command } = terminal;
  const deps = { clock, minLevel: "info", print, redaction: new Redaction() } as const;
  return suggesting(createWriter({ format: telemetry.format, calls: "off" }, deps), suggest);
}

interface PageDeps {
  readonly write: LogWriter;
  readonly events: EventMetrics;
}

/** Opens the one page of metrics, if it is configured. */
async function openPage(
  { telemetry }: Config,
  supervisor: Supervisor,
  { write, events }: PageDeps,
): Promise<AsyncDisposable | undefined> {
  if (telemetry.metrics === undefined) return undefined;
  const [{ openMetricsPage }, { mergeFamilies }] = await Promise.all([
    import("@toolcourt/gateway/internal/compose/open-metrics"),
    import("@toolcourt/gateway/internal/telemetry/metrics/merge"),
  ]);
  const read = async () => mergeFamilies([await supervisor.families(), events.families()]);
  return openMetricsPage(telemetry.metrics, read, write);
}
