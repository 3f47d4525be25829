import { createHash } from "node:crypto";
import { accessSync, constants, createReadStream, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { connectUpstream } from "../connect.ts";
import type { UpstreamDeps } from "../connection.ts";
import { ResponseMatcher } from "../response-matcher.ts";
import type { Transport } from "../transport.ts";
import { type Upstream, UpstreamError } from "../upstream.ts";
import { startChild } from "./child.ts";
import { createStdioConnection } from "./stdio-connection.ts";

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

async function openOnce(
  { command, args, env, cwd = ".", fileHashes = {} }: StdioTransport,
  deps: UpstreamDeps,
): Promise<Upstream> {
  const { clock, searchPath } = deps;
  const path = resolveCommand(command, { searchPath, cwd });
  if (path === undefined) throw notThere(new NoSuchProgram());
  if (!isFolder(cwd)) throw notThere(new NoSuchFolder());
  await assertPinned(fileHashes, { command, path, cwd }).catch((cause: unknown) => {
    throw new UpstreamError({ kind: "unreachable" }, { cause });
  });
  const given = { ...(searchPath !== "" && { PATH: searchPath }), ...env };
  const child = await startChild({ path, args, env: given, cwd }, clock).catch((cause: unknown) => {
    throw new UpstreamError({ kind: "unreachable" }, { cause });
  });
  const matcher = new ResponseMatcher(deps);
  return connectUpstream(createStdioConnection(child, matcher, deps), matcher, deps);
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

function notThere(cause: Error): UpstreamError {
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

export interface Lookup {
  readonly searchPath: string;
  readonly cwd: string;
}

/**
 * Resolves a program as our own shell would. The child's environment is ignored: it was written for
 * the child, not to choose the program.
 */
export function resolveCommand(command: string, { searchPath, cwd }: Lookup): string | undefined {
  const places = command.includes("/")
    ? [resolve(cwd, command)]
    : searchPath
        .split(delimiter)
        .filter((folder) => folder !== "")
        .map((folder) => resolve(cwd, folder, command));
  return places.find(isProgram);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
