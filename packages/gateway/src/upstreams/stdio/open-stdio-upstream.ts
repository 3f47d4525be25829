import { createAnswers } from "../answers.ts";
import { connectUpstream } from "../connect.ts";
import type { UpstreamSurroundings } from "../surroundings.ts";
import type { Transport } from "../transport.ts";
import { type Upstream, UpstreamError } from "../upstream.ts";
import { startChild } from "./child.ts";
import { assertPinned } from "./pinned.ts";
import { isFolder, resolveCommand } from "./resolve-command.ts";
import { createStdioWire } from "./stdio-wire.ts";

export type StdioTransport = Extract<Transport, { readonly kind: "stdio" }>;

/** Starts a server as a child process and connects over its standard input and output. */
export async function openStdioUpstream(
  transport: StdioTransport,
  surroundings: UpstreamSurroundings,
): Promise<Upstream> {
  const { memory, signal } = surroundings;
  const knewTheEra = memory.recall() !== undefined;
  try {
    return await openOnce(transport, surroundings);
  } catch (error) {
    signal.throwIfAborted();
    if (knewTheEra || !endedEarly(error)) throw error;
    // Some legacy servers exit on any request before `initialize`, including our probe.
    memory.remember({ kind: "legacy" });
    return openOnce(transport, surroundings);
  }
}

async function openOnce(
  { command, args, env, cwd = ".", pins = {} }: StdioTransport,
  surroundings: UpstreamSurroundings,
): Promise<Upstream> {
  const { clock, searchPath } = surroundings;
  const path = resolveCommand(command, { searchPath, cwd });
  if (path === undefined) throw notThere(new NoSuchProgram());
  if (!isFolder(cwd)) throw notThere(new NoSuchFolder());
  await assertPinned(pins, { command, path, cwd }).catch((cause: unknown) => {
    throw new UpstreamError({ kind: "unreachable" }, { cause });
  });
  const given = { ...(searchPath !== "" && { PATH: searchPath }), ...env };
  const child = await startChild({ path, args, env: given, cwd }, clock).catch((cause: unknown) => {
    throw new UpstreamError({ kind: "unreachable" }, { cause });
  });
  const answers = createAnswers(surroundings);
  return connectUpstream(createStdioWire(child, answers, surroundings), answers, surroundings);
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
