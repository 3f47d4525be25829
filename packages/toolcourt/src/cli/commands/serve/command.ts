import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import type { ServedGateway } from "@toolcourt/gateway/internal/compose/live/open-live";
import type { ConfiguredGateway } from "@toolcourt/gateway/internal/compose/open-configured";
import type { Place } from "@toolcourt/gateway/internal/edge/http";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import type { StdioEntrance } from "@toolcourt/gateway/internal/edge/stdio";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  type ExitCode,
  readWhole,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { openToServe } from "../../open-for-command.ts";
import { count } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { aborted } from "./aborted.ts";
import { recordInto } from "./open-recording.ts";
import { joinWorkers, type WorkerMember } from "./own-worker.ts";
import { tellPaths } from "./tell-paths.ts";

const flags = {
  config: configFlag,
  stdio: switchFlag("Talk to one client over stdin and stdout"),
  endpoint: textFlag("name", "With --stdio: offer the tools of this endpoint only"),
  port: textFlag("n", "Listen on this port of loopback; 0 picks a free one"),
  extMcp: switchFlag("Also answer the checks of a proxy, as server.ext_mcp says"),
  frozenLock: switchFlag("Refuse to start if the lock would have to be written"),
  inspectable: switchFlag(
    "Start even if Node options expose the memory or connections of this process",
  ),
  record: textFlag(
    "file",
    "Add every call and its result to this file, without secrets, for toolcourt adopt",
  ),
  verbose: switchFlag("Also log the source of each tool's configuration"),
};

export const command = defineCommand({
  flags,
  notes: [
    "Without a configuration it serves the workspace tools on the current folder.",
    "Exit 0: stopped. Exit 2: could not start.",
  ],

  async run({ values }, context) {
    const port = portIn(values);
    checkExposure(values.inspectable, context);
    // Never ends a gateway. While it starts, it reads the files anyway.
    context.onHangup?.(() => undefined);
    const wanted = { ...values, port };
    const failed = (error: unknown) => logFailure(error, values.config, context);
    if (!values.stdio) {
      const code = await serveWithOthers(wanted, context).catch(failed);
      if (code !== "alone") return code ?? 2;
    }
    await using stack = new AsyncDisposableStack();
    const opened = await openEntrance(wanted, stack, context).catch(failed);
    if (opened === undefined) return 2;
    await opened.stopped;
    return 0;
  },
});

function portIn(values: Values<typeof flags>): number | undefined {
  const { stdio, endpoint, port, record, extMcp } = values;
  if (stdio && port !== undefined) {
    throw usage("Give --stdio or --port: one talks over pipes, the other listens.");
  }
  if (stdio && extMcp) {
    throw usage("Give --stdio or --ext-mcp: a proxy asks a gateway that listens.");
  }
  if (endpoint !== undefined && !stdio) {
    throw usage("Give --endpoint with --stdio: over HTTP, each endpoint has its own path.");
  }
  if (record === "") throw usage("Give --record a file.");
  return readWhole("--port", port, { min: 0, max: 65_535 });
}

/** Serves with several processes, if the configuration asks for them. */
async function serveWithOthers(
  wanted: Wanted,
  context: CommandContext,
): Promise<ExitCode | "alone"> {
  const { serveByWorkers, workersAsked } = await import("./workers.ts");
  const asked = await workersAsked(wanted, context);
  return asked === undefined ? "alone" : serveByWorkers(asked, wanted, context);
}

/** Logs why the start failed. Mistakes in the command line are reported as by other commands. */
async function logFailure(
  error: unknown,
  config: string | undefined,
  context: CommandContext,
): Promise<undefined> {
  if (context.signal.aborted || hasCode(error, "usage-invalid")) throw error;
  const { logFailedStart } = await import("../../failures.ts");
  await logFailedStart(error, config, context);
}

interface Wanted extends Omit<Values<typeof flags>, "port"> {
  readonly port: number | undefined;
}

/** Opens the gateway and its entrance. `stopped` resolves when both are to be closed. */
async function openEntrance(
  { config, frozenLock: frozen, record, verbose, stdio, endpoint, port, extMcp }: Wanted,
  stack: AsyncDisposableStack,
  context: CommandContext,
): Promise<{ readonly stopped: Promise<void> }> {
  const { signal } = context;
  const minLevel = verbose ? "debug" : "info";
  const openObserver = record === undefined ? undefined : recordInto(record, context);
  const { member, ...quiet } = await joinedTo(context);
  const options = { config, frozen, minLevel, openObserver, ...member?.flags } as const;
  const configured = stack.use(await openToServe(options, quiet));
  const { openEntranceDeps } = await import(
    "@toolcourt/gateway/internal/compose/open-entrance-deps"
  );
  const deps = stack.use(
    await openEntranceDeps(configured, config, { ...quiet, ...member?.means }),
  );
  if (stdio) {
    const client = stack.use(await openStdio(endpoint, deps, context));
    await takeReloads(configured, { context, member, stack });
    return { stopped: Promise.race([aborted(signal), client.gone]) };
  }
  tellDefaults(configured, context);
  member?.takeAccepted(configured.reloader.acceptedFiles);
  const entrance = asMember(deps, member);
  const { openProbes } = await import("@toolcourt/gateway/internal/compose/open-probes");
  // Before the port, so that probes are answered until the last call has ended.
  stack.use(await openProbes(configured, { ...entrance, ...entrance.gateway }));
  if (extMcp) stack.use(await openProxied(configured, entrance, { context, config }));
  const place = placeOf(configured, port, context);
  stack.use(await openPort(entrance, place, { context, member }));
  await takeReloads(configured, { context, member, stack });
  return { stopped: aborted(signal) };
}

/** Offers the whole gateway, or one endpoint, to the client at the pipes. */
async function openStdio(
  endpoint: string | undefined,
  deps: EntranceDeps,
  { tuneEngine }: CommandContext,
): Promise<StdioEntrance> {
  const { listenStdio } = await import("@toolcourt/gateway/internal/edge/stdio");
  const offered = endpoint === undefined ? deps : atEndpoint(endpoint, deps);
  tuneEngine?.();
  return listenStdio(offered);
}

/** Limits an entrance to one endpoint. */
function atEndpoint(name: string, deps: EntranceDeps): EntranceDeps {
  const { endpoints = [] } = deps;
  const found = endpoints.find((each) => each.name === name);
  if (found !== undefined) return { ...deps, gateway: found.gateway };
  const known = endpoints.map((each) => printable(each.name)).join(", ");
  const hint = known === "" ? "It has none." : `Name one of: ${known}.`;
  const problem = `The configuration has no endpoint ${printable(cut(name))}. ${hint}`;
  throw new Refusal("usage-invalid", { problem, help: "toolcourt effective" });
}

interface ProxiedDeps {
  readonly context: CommandContext;
  readonly config: string | undefined;
}

/** Answers the checks of proxies, if the configuration says where. */
async function openProxied(
  configured: ConfiguredGateway,
  entrance: EntranceDeps,
  { context, config: configFile }: ProxiedDeps,
): Promise<AsyncDisposable> {
  const { extMcp } = configured.config;
  if (extMcp === undefined) {
    throw usage(
      "--ext-mcp needs `server.ext_mcp` in the configuration: where it listens, and TLS.",
    );
  }
  const { openExtMcp } = await import("@toolcourt/gateway/internal/compose/open-ext-mcp");
  const { clock, folder } = context;
  return openExtMcp(extMcp, configured, { entrance, clock, folder, configFile });
}

/** Reloads on the word of the operator. The primary process gives it to workers. */
async function takeReloads(
  { reloader, folder, watch }: ServedGateway,
  { context, member, stack }: PortDeps & { readonly stack: AsyncDisposableStack },
): Promise<void> {
  if (member !== undefined) {
    context.onHangup?.(() => undefined);
    member.takeReloads(reloader.reloadTogether);
    return;
  }
  const { openReloads } = await import("@toolcourt/gateway/internal/compose/live/open-reloads");
  stack.use(await openReloads(reloader, { ...context, home: folder, write: watch.write }));
}

/** A worker is ready only with the others. */
function asMember(deps: EntranceDeps, member: WorkerMember | undefined): EntranceDeps {
  return member?.entranceOf(deps) ?? deps;
}

function placeOf(
  { config: { listen } }: ConfiguredGateway,
  port: number | undefined,
  { clock }: CommandContext,
): Place {
  return { ...listen, port: port ?? listen.port, clock };
}

/** Says what is served without a configuration: the user may have expected one to be found. */
function tellDefaults({ found, gateway }: ConfiguredGateway, context: CommandContext): void {
  if (found.source.file !== undefined) return;
  const { terminal, folder } = context;
  const tools = count(gateway.registry.current().tools.size, "workspace tool");
  const init = suggested("toolcourt init --help", terminal);
  terminal.err(
    `There is no ${defaultFile} here: serving ${tools} on ${printable(folder)}. To write a configuration: ${init}`,
  );
}

/** Joins the other workers, if this process is one of them. */
async function joinedTo(
  context: CommandContext,
): Promise<CommandContext & { readonly member?: WorkerMember }> {
  const { ownWorker } = context;
  if (ownWorker === undefined) return context;
  const member = await joinWorkers(ownWorker, context);
  return { ...context, terminal: member.terminal, member };
}

interface PortDeps {
  readonly context: CommandContext;
  readonly member: WorkerMember | undefined;
}

/** Opens the HTTP entrance, and tells where it is: the user, or the process that started this one. */
async function openPort(
  deps: EntranceDeps,
  place: Place,
  { context, member }: PortDeps,
): Promise<AsyncDisposable> {
  const { openHttp } = await import("@toolcourt/gateway/internal/edge/http");
  // Before it listens, so that no call waits.
  context.tuneEngine?.();
  const opening = openHttp(deps, {
    ...place,
    siblings: member?.siblings,
  });
  const listening = await opening.catch((error: unknown) => {
    throw new Refusal("listen-failed", { port: place.port }, { cause: error });
  });
  if (member === undefined) tellPaths(listening.url, deps, context.terminal);
  else await member.serves(listening.url);
  return listening;
}

function checkExposure(isAllowed: boolean, { exposedBy = [] }: CommandContext): void {
  if (isAllowed || exposedBy.length === 0) return;
  throw usage(
    `Node was started with ${exposedBy.join(", ")}, which exposes the secrets of this process or its connections. Start it without, or say --inspectable.`,
  );
}
