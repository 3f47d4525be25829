import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import type { LinkToConsole } from "@toolcourt/gateway/internal/compose/live/console-link";
import type { ServedGateway } from "@toolcourt/gateway/internal/compose/live/open-live";
import type {
  ConfiguredGateway,
  GatewayFlags,
} from "@toolcourt/gateway/internal/compose/open-configured";
import type { Listening, Place } from "@toolcourt/gateway/internal/edge/http";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import { type CommandContext, type ExitCode, usage } from "../../command.ts";
import { openToServe } from "../../open-for-command.ts";
import { count } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { aborted } from "./aborted.ts";
import { recordInto } from "./open-recording.ts";
import { openStdio } from "./open-stdio.ts";
import { joinWorkers, type WorkerMember } from "./own-worker.ts";
import { tellPaths } from "./tell-paths.ts";

/** What to serve, and how. */
export interface Wanted {
  readonly config: string | undefined;
  /** Default: as configured. */
  readonly port: number | undefined;
  /** Default: off, like the other switches. */
  readonly console?: boolean;
  readonly stdio?: boolean;
  readonly endpoint?: string | undefined;
  readonly extMcp?: boolean;
  readonly frozenLock?: boolean;
  readonly inspectable?: boolean;
  readonly record?: string | undefined;
  readonly verbose?: boolean;
}

/** Serves until the signal aborts. */
export async function serve(wanted: Wanted, context: CommandContext): Promise<ExitCode> {
  checkExposure(wanted.inspectable === true, context);
  // Never ends a gateway. While it starts, it reads the files anyway.
  context.onHangup?.(() => undefined);
  const failed = (error: unknown) => logFailure(error, wanted.config, context);
  if (wanted.stdio !== true) {
    const code = await serveWithOthers(wanted, context).catch(failed);
    if (code !== "alone") return code ?? 2;
  }
  await using stack = new AsyncDisposableStack();
  const opened = await openEntrance(wanted, stack, context).catch(failed);
  if (opened === undefined) return 2;
  await opened.stopped;
  return 0;
}

/** Serves with several processes, if the configuration asks for them. */
async function serveWithOthers(
  { config, record, console: page }: Wanted,
  context: CommandContext,
): Promise<ExitCode | "alone"> {
  const { serveByWorkers, workersAsked } = await import("./workers.ts");
  const asked = await workersAsked(config, context);
  if (asked === undefined) return "alone";
  const shown = page === true ? await linksShown(context) : undefined;
  return serveByWorkers(asked, { config, record, showLinks: shown }, context);
}

/** Returns how links to the console are shown. */
async function linksShown(
  context: CommandContext,
): Promise<(link: LinkToConsole) => Promise<Disposable>> {
  const { showLinks } = await import("../console/show-links.ts");
  return (link) => showLinks(link, context);
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

/** Opens the gateway and its entrance. `stopped` resolves when both are to be closed. */
async function openEntrance(
  wanted: Wanted,
  stack: AsyncDisposableStack,
  context: CommandContext,
): Promise<{ readonly stopped: Promise<void> }> {
  const { member, ...quiet } = await joinedTo(context);
  const configured = stack.use(await openToServe(flagsOf(wanted, context, member), quiet));
  const { openEntranceDeps } = await import(
    "@toolcourt/gateway/internal/compose/open-entrance-deps"
  );
  const { answerPeople: openAnswering } = await import(
    "@toolcourt/host/internal/compose/answer-people"
  );
  const runtime = { ...quiet, ...member?.means, openAnswering };
  const deps = stack.use(await openEntranceDeps(configured, wanted.config, runtime));
  const stopped = aborted(context.signal);
  if (wanted.stdio === true) {
    const client = stack.use(await openStdio(wanted.endpoint, deps, context));
    await takeReloads(configured, { context, member, stack, link: noLinkOverPipes });
    return { stopped: Promise.race([stopped, client.gone]) };
  }
  await openPorts(wanted, configured, { deps, context, member, stack });
  return { stopped };
}

const noLinkOverPipes: LinkToConsole = () => ({ kind: "none", because: "pipes" });

function flagsOf(
  { config, frozenLock: frozen = false, record, verbose, stdio, console: page }: Wanted,
  context: CommandContext,
  member: WorkerMember | undefined,
): GatewayFlags {
  const minLevel = verbose === true ? "debug" : "info";
  const openObserver = record === undefined ? undefined : recordInto(record, context);
  // No browser reaches a gateway at pipes.
  const isServed = stdio === true ? false : page || undefined;
  return { config, frozen, minLevel, openObserver, console: isServed, ...member?.flags };
}

interface ListenParts extends PortDeps {
  readonly deps: EntranceDeps;
  readonly stack: AsyncDisposableStack;
}

/** Opens the ports of a gateway, and takes the commands of its operator. */
async function openPorts(
  { config, port, extMcp, console: page }: Wanted,
  configured: ServedGateway,
  { deps, context, member, stack }: ListenParts,
): Promise<void> {
  tellDefaults(configured, context);
  member?.takeAccepted(configured.reloader.acceptedFiles);
  const entrance = asMember(deps, member);
  const { openProbes } = await import("@toolcourt/gateway/internal/compose/open-probes");
  // Before the port, so that probes are answered until the last call has ended.
  stack.use(await openProbes(configured, { ...entrance, ...entrance.gateway }));
  if (extMcp === true) stack.use(await openProxied(configured, entrance, { context, config }));
  const place = placeOf(configured, port, context);
  const { url } = stack.use(await openPort(entrance, place, { context, member }));
  const { linkTo } = await import("@toolcourt/gateway/internal/compose/live/console-link");
  const link = linkTo(url, entrance.issueCode);
  await takeReloads(configured, { context, member, stack, link });
  if (page === true && member === undefined) stack.use(await (await linksShown(context))(link));
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

interface ReloadParts extends PortDeps {
  readonly stack: AsyncDisposableStack;
  /** Makes links to the console, or says why there is none. */
  readonly link: LinkToConsole;
}

/** Reloads on the word of the operator. The primary process gives it to workers. */
async function takeReloads(
  { reloader, folder, watch }: ServedGateway,
  { context, member, stack, link }: ReloadParts,
): Promise<void> {
  if (member !== undefined) {
    context.onHangup?.(() => undefined);
    member.takeLinks(link);
    member.takeReloads(reloader.reloadTogether);
    return;
  }
  const { openReloads } = await import("@toolcourt/gateway/internal/compose/live/open-reloads");
  stack.use(await openReloads(reloader, { ...context, home: folder, write: watch.write, link }));
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
): Promise<Listening> {
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
  const { endpoints, console: page } = deps;
  const paths = { endpoints, hasConsole: page !== undefined };
  if (member === undefined) tellPaths(listening.url, paths, context.terminal);
  else await member.serves(listening.url);
  return listening;
}

function checkExposure(isAllowed: boolean, { exposedBy = [] }: CommandContext): void {
  if (isAllowed || exposedBy.length === 0) return;
  throw usage(
    `Node was started with ${exposedBy.join(", ")}, which exposes the secrets of this process or its connections. Start it without, or say --inspectable.`,
  );
}
