import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { Redaction } from "../../boundary/redaction/redaction.ts";
import type { Config } from "../../config/config.ts";
import { createLogger, type LogWriter, suggesting } from "../../telemetry/logger.ts";
import { EventMetrics } from "../../telemetry/metrics/event-metrics.ts";
import { mergeFamilies } from "../../telemetry/metrics/merge.ts";
import { openMetricsPage } from "../open-metrics.ts";
import { createWriter } from "../open-watch.ts";
import type { ProcessRuntime } from "../process-runtime.ts";
import type { ForkWorker, WorkerSettings } from "./protocol.ts";
import { Supervisor } from "./supervisor.ts";

/** How the primary process starts workers. */
export interface PrimaryDeps extends Pick<ProcessRuntime, "clock" | "terminal"> {
  readonly count: number;
  /** Of the configuration that the workers serve. */
  readonly configDigest: string;
  /** The folder of the private sockets. */
  readonly folder: string;
  readonly fork: ForkWorker;
}

/** The primary process, which starts the workers and tells them to reload. */
export interface Primary
  extends Pick<Supervisor, "start" | "lost" | "reload" | "plan" | "consoleLink"> {
  readonly write: LogWriter;
}

/** Opens the part of the primary process: the workers, their log and their page of metrics. */
export function openPrimary(
  config: Config,
  { clock, terminal, ...workers }: PrimaryDeps,
): Promise<Primary & AsyncDisposable> {
  return openAll(async (stack) => {
    const events = new EventMetrics();
    const write = events.around(writerOf(config, { clock, terminal }));
    const supervisor = stack.use(
      new Supervisor({
        ...workers,
        clock,
        elsewhere: elsewhereOf(config),
        isWatched: terminal.isWatched === true,
        log: createLogger(write).log,
        stopMs: stopMsOf(config),
      }),
    );
    const { metrics } = config.telemetry;
    if (metrics !== undefined) {
      const read = async () => mergeFamilies([await supervisor.families(), events.families()]);
      stack.use(await openMetricsPage(metrics, read, write));
    }
    const { reload, plan, lost, consoleLink } = supervisor;
    return { start: () => supervisor.start(), lost, reload, plan, consoleLink, write };
  });
}

/** Closing the stores takes a little longer than the drain. */
function stopMsOf({ listen: { drain } }: Config): number {
  return drain.delayMs + drain.timeoutMs + 6_000;
}

/** Returns what the workers share without the primary process. */
function elsewhereOf({ authority }: Config): WorkerSettings["elsewhere"] {
  const { url, redis } = authority.stores;
  if (redis !== undefined) return ["limits", "notices"];
  return url.startsWith("postgres") ? ["notices"] : [];
}

/** The lines of the primary process hold no text of others, and so no secret. */
function writerOf(
  { telemetry }: Config,
  { terminal, clock }: Pick<PrimaryDeps, "clock" | "terminal">,
): LogWriter {
  const { err: print, suggest = (command: string) => command } = terminal;
  const deps = { clock, minLevel: "info", print, redaction: new Redaction() } as const;
  return suggesting(createWriter({ format: telemetry.format, calls: "off" }, deps), suggest);
}
