import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { unreachable } from "@toolcourt/gateway/internal/catalog/unreachable";
import { EraMemory, type UpstreamDeps } from "@toolcourt/gateway/internal/upstreams/connection";
import type { Transport } from "@toolcourt/gateway/internal/upstreams/transport";
import { openUpstream } from "@toolcourt/gateway/internal/upstreams/transports";
import {
  type Upstream,
  UpstreamError,
  type UpstreamFault,
} from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import { type CommandContext, usage } from "./command.ts";
import { type LiveServer, liveServerOf } from "./live-server.ts";
import type { Target } from "./targets.ts";

/** Lists the tools of a running server. Default server name: its host. */
export async function readLiveTargets(
  named: string,
  server: string | undefined,
  context: CommandContext,
): Promise<readonly Target[]> {
  const live = liveServerOf({ address: named, server }, context.folder);
  return targetsOf(live, context);
}

/**
 * Starts a server, lists its tools and stops it. It gets none of our environment except the program
 * search path. Default server name: its program.
 */
export async function readCommandTargets(
  command: readonly string[],
  server: string | undefined,
  context: CommandContext,
): Promise<readonly Target[]> {
  const live = liveServerOf({ command, server }, context.folder);
  return targetsOf(live, context);
}

/** Lists the tools of a server. */
async function targetsOf(live: LiveServer, context: CommandContext): Promise<readonly Target[]> {
  const { label, server, transport } = live;
  const tools = await listLiveTools(transport, context).catch((error: unknown) =>
    refuseUnreached(error, live, context),
  );
  return tools.map((tool) => ({
    file: label,
    server,
    tool,
    // Live listings have no line numbers.
    locate: (pointers) => new Map(pointers.map((each) => [each, { line: 1, column: 1 }])),
  }));
}

/** Long enough for commands that download their package first, such as `npx`. */
export const patienceMs = 60_000;

type Connecting = Pick<CommandContext, "clock" | "signal" | "environment">;

/** Connects to a server, lists all pages of its tools and cleans up. */
export function listLiveTools(
  transport: Transport,
  context: Connecting,
): Promise<readonly JsonValue[]> {
  return whileConnected(transport, context, (upstream, signal) => upstream.listTools(signal));
}

/** Connects to a server for as long as it is used, up to a limit. */
export async function whileConnected<Made>(
  transport: Transport,
  { clock, signal, environment }: Connecting,
  use: (upstream: Upstream, signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const late = new AbortController();
  const done = new AbortController();
  void clock.sleep(patienceMs, done.signal).then(
    () => late.abort(new TimeoutError()),
    () => undefined,
  );
  const patient = AbortSignal.any([signal, late.signal]);
  try {
    await using upstream = await openUpstream(transport, {
      clock,
      signal: patient,
      memory: new EraMemory(clock),
      listeners: { toolsChanged: () => undefined },
      searchPath: environment["PATH"] ?? "",
    });
    return await use(upstream, patient);
  } finally {
    done.abort();
  }
}

/** Explains in our own words why listing failed. The server's own text is untrusted. */
export function whyUnlisted(error: unknown, transport: Transport): string {
  if (error instanceof TimeoutError) return `it took longer than ${patienceMs / 1_000} s`;
  if (error instanceof UpstreamError && isRefusal(error.cause)) {
    return error.cause.message.replace(/\.$/, "");
  }
  const reason =
    error instanceof UpstreamError ? reasons[error.fault.kind](error.fault) : undefined;
  if (reason !== undefined) return reason;
  if (transport.kind === "stdio") {
    return "it ended before it had listed its tools; run it by itself to see what it says";
  }
  // Only the reason is used, so the address stays empty.
  return unreachable({ name: "", address: "" }, error).details.because;
}

/**
 * Refuses with the reason that a server was not reached. The reason goes to the terminal, because
 * the refusal has the same text for every cause.
 */
export function refuseUnreached(
  cause: unknown,
  { label, transport }: LiveServer,
  { signal, terminal }: CommandContext,
): never {
  signal.throwIfAborted();
  if (isNoProgram(cause)) throw usage(`There is no program ${label} that could be started.`);
  terminal.err(`${label}: ${whyUnlisted(cause, transport)}.`);
  throw new Refusal("file-unreadable", { file: label, because: "failed" }, { cause });
}

/** Connects to a server, within a minute. */
export function openLive(
  { transport }: LiveServer,
  { clock, signal, environment }: CommandContext,
  deps: Pick<
    UpstreamDeps,
    "memory" | "listeners" | "readsAfterCancel" | "allowedRequests" | "ca" | "sandboxing"
  >,
): Promise<Upstream> {
  const searchPath = environment["PATH"] ?? "";
  return withTimeout({ clock, ms: patienceMs, signal }, (patient) =>
    openUpstream(transport, { ...deps, clock, signal: patient, searchPath }),
  );
}

/** Reports whether the program to start does not exist. */
function isNoProgram(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.cause instanceof Error &&
    error.cause.name === "NoSuchProgram"
  );
}

const reasons: Readonly<
  Record<UpstreamFault["kind"], (fault: UpstreamFault) => string | undefined>
> = {
  unreachable: () => undefined,
  lost: () => undefined,
  http: () => undefined,
  rpc: (fault) => (fault.kind === "rpc" ? `it answered with the error ${fault.code}` : undefined),
  credential: (fault) => (fault.kind === "credential" ? fault.refusal.message : undefined),
  garbled: () => "it sends something that is not an MCP message, or too much at once",
  "too-complex": () => "it sends a message with too many keys, values or levels",
  "list-too-long": () => "its list of tools is too long, or does not come to an end",
};
