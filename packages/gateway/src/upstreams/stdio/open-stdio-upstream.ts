import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { connectUpstream } from "../connect.ts";
import type { SandboxDeps, UpstreamDeps } from "../connection.ts";
import { ResponseMatcher } from "../response-matcher.ts";
import type { Sandbox, Transport } from "../transport.ts";
import { type Upstream, UpstreamError } from "../upstream.ts";
import { type Child, type Program, startChild } from "./child.ts";
import { type ControlGroup, openControlGroup } from "./control-group.ts";
import { isSandboxed, openSandbox } from "./open-sandbox.ts";
import { resolveCommand } from "./resolve-command.ts";
import { createStdioConnection } from "./stdio-connection.ts";
import { watchLimits } from "./watch-limits.ts";

export type StdioTransport = Transport<"stdio">;

/** Starts a server as a child process and connects over its standard input and output. */
export async function openStdioUpstream(
  transport: StdioTransport,
  deps: UpstreamDeps,
): Promise<Upstream> {
  const { memory, signal } = deps;
  const knewEra = memory.recall() !== undefined;
  try {
    return await openOnce(transport, deps);
  } catch (error) {
    signal.throwIfAborted();
    if (knewEra || !endedEarly(error)) throw error;
    // Some legacy servers exit on any request before `initialize`, including our probe.
    memory.remember({ kind: "legacy" });
    return openOnce(transport, deps);
  }
}

async function openOnce(transport: StdioTransport, deps: UpstreamDeps): Promise<Upstream> {
  const { command, args, env, cwd = ".", sandbox } = transport;
  const { clock, searchPath } = deps;
  const path = resolveCommand(command, { searchPath, cwd });
  if (path === undefined) throw notThere(new NoSuchProgram());
  if (!isFolder(cwd)) throw notThere(new NoSuchFolder());
  const given = { ...(searchPath !== "" && { PATH: searchPath }), ...env };
  const group = await groupFor(sandbox, deps.sandboxing);
  const child = await startProgram(
    transport,
    { path, args, env: given, cwd },
    { ...deps, group },
  ).catch(async (error: unknown) => {
    await group?.remove(clock);
    throw error;
  });
  const limits = sandbox && watchLimits(child, { limits: sandbox, group, clock });
  const matcher = new ResponseMatcher(deps);
  const connection = createStdioConnection(child, matcher, { ...deps, ...limits });
  return connectUpstream(connection, matcher, deps);
}

async function groupFor(
  sandbox: Sandbox | undefined,
  sandboxing: UpstreamDeps["sandboxing"],
): Promise<ControlGroup | undefined> {
  const own = sandboxing?.ownGroup?.();
  return sandbox && own && openControlGroup(sandbox, own);
}

interface StartDeps extends UpstreamDeps {
  /** Bounds the sandbox. Default: there is none, or the kernel does not bound it. */
  readonly group: ControlGroup | undefined;
}

/** Starts the program, in its sandbox if it has one. Its pinned files are unchanged. */
async function startProgram(
  transport: StdioTransport,
  program: Program,
  deps: StartDeps,
): Promise<Child> {
  const { command, fileHashes = {} } = transport;
  try {
    const { sandboxing, clock } = deps;
    const { main, program: started } = isSandboxed(transport)
      ? await openSandbox(transport, program, { ...deps, sandboxing: sandboxingOf(sandboxing) })
      : { main: program.path, program };
    await assertPinned(fileHashes, { command, path: main, cwd: program.cwd });
    return await startChild(started, clock);
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : notThere(cause);
  }
}

function sandboxingOf(given: UpstreamDeps["sandboxing"]): SandboxDeps {
  if (given === undefined) throw new TypeError("a sandbox without the gateway's folder");
  return given;
}

/** Carries the system's error code, from which the message is derived. */
class NoSuchProgram extends Error {
  override readonly name = "NoSuchProgram";
  readonly code = "ENOENT";

  constructor() {
    super("There is no such program where commands are looked up.");
  }
}

// The system would report a missing program instead.
class NoSuchFolder extends Error {
  override readonly name = "NoSuchFolder";
  readonly code = "ENOTDIR";

  constructor() {
    super("There is no such folder to start the program in.");
  }
}

function notThere(cause: unknown): UpstreamError {
  return new UpstreamError({ kind: "unreachable" }, { cause });
}

function endedEarly(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.fault.kind === "unreachable" &&
    error.cause instanceof UpstreamError
  );
}

/** SHA-256 in hexadecimal by file, as the operator wrote its path. */
export type Pins = Readonly<Record<string, string>>;

/** Carries a code, from which the message is derived. */
export class NotAsPinned extends Error {
  override readonly name = "NotAsPinned";
  readonly code = "EPINNED";

  constructor() {
    super("A file of the program is not the one that was pinned.");
  }
}

export interface PinnedProgram {
  /** As the operator wrote it: a pin of that name applies to the resolved program. */
  readonly command: string;
  /** Resolved path of the program. */
  readonly path: string;
  readonly cwd: string;
}

/**
 * Throws unless every pinned file matches. An attacker able to change a file between check and
 * start could also change the configuration. Pins protect against updates and outsiders.
 */
export async function assertPinned(pins: Pins, program: PinnedProgram): Promise<void> {
  for (const [name, expected] of Object.entries(pins)) {
    const path = name === program.command ? program.path : resolve(program.cwd, name);
    const found = await hashOf(path);
    if (found !== expected.toLowerCase()) throw new NotAsPinned();
  }
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return undefined;
  }
  return hash.digest("hex");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
