import { dirname, resolve } from "node:path";
import type { LinkToConsole } from "@toolcourt/gateway/internal/compose/live/console-link";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { type CommandContext, type ExitCode, usage, type WorkerMeans } from "../../command.ts";
import { aborted } from "./aborted.ts";
import { tellPaths } from "./tell-paths.ts";

/** The flags that matter to the primary process. Workers read theirs again. */
export interface PrimaryFlags {
  readonly config: string | undefined;
  readonly record: string | undefined;
  /** Shows links to the console until it is disposed of. Default: none are shown. */
  readonly showLinks?: ((link: LinkToConsole) => Promise<Disposable>) | undefined;
}

export interface AskedWorkers {
  readonly config: Config;
  readonly configDigest: string;
  readonly count: number;
  readonly means: WorkerMeans;
}

/** Returns the configuration if it asks for more than one process, and this one may start them. */
export async function workersAsked(
  file: string | undefined,
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
  const { maxWorkers } = await import("@toolcourt/gateway/internal/config/pieces");
  const count = config.workers === "auto" ? Math.min(means.cores, maxWorkers) : config.workers;
  if (count === 1) return undefined;
  const { configDigest } = await import("@toolcourt/gateway/internal/compose/config-digest");
  return { config, configDigest: configDigest(found), count, means };
}

/** Serves with several processes, until the signal aborts. This one only looks after them. */
export async function serveByWorkers(
  { config, means, ...asked }: AskedWorkers,
  { config: file, record, showLinks: shownTo }: PrimaryFlags,
  context: CommandContext,
): Promise<ExitCode> {
  if (record !== undefined) {
    throw usage("--record writes a file from one process: set server.workers to 1 for it.");
  }
  const [{ openPrimary }, { WorkerFailedError }] = await Promise.all([
    import("@toolcourt/gateway/internal/compose/workers/open-primary"),
    import("@toolcourt/gateway/internal/compose/workers/supervisor"),
  ]);
  const { terminal, clock, signal } = context;
  await using stack = new AsyncDisposableStack();
  const { folder, fork } = stack.use(await means.open());
  const primary = stack.use(await openPrimary(config, { ...asked, clock, terminal, folder, fork }));
  const stopped = aborted(signal);
  try {
    const url = await Promise.race([primary.start(), stopped]);
    const hasConsole = config.console.enabled || shownTo !== undefined;
    if (url !== undefined) tellPaths(url, { ...config, hasConsole }, terminal);
    const { openReloads } = await import("@toolcourt/gateway/internal/compose/live/open-reloads");
    const home = resolve(context.folder, dirname(file ?? "."));
    const link = primary.consoleLink;
    stack.use(await openReloads(primary, { ...context, home, write: primary.write, link }));
    if (shownTo !== undefined) stack.use(await shownTo(link));
  } catch (error) {
    // The reason is in the log.
    if (error instanceof WorkerFailedError) return 2;
    throw error;
  }
  return await Promise.race([stopped.then(() => 0 as const), primary.lost.then(() => 2 as const)]);
}
