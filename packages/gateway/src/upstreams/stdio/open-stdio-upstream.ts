import { createAnswers } from "../answers.ts";
import { connectUpstream } from "../connect.ts";
import type { UpstreamSurroundings } from "../surroundings.ts";
import type { Transport } from "../transport.ts";
import { type Upstream, UpstreamError } from "../upstream.ts";
import { startChild } from "./child.ts";
import { resolveCommand } from "./resolve-command.ts";
import { createStdioWire } from "./stdio-wire.ts";

export type StdioTransport = Extract<Transport, { readonly kind: "stdio" }>;

/** Starts a server as a child of ours and speaks to it over its input and output. */
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
    // Some legacy servers end when they are asked anything before `initialize`, our probe included.
    memory.remember({ kind: "legacy" });
    return openOnce(transport, surroundings);
  }
}

async function openOnce(
  { command, args, env, cwd = "." }: StdioTransport,
  surroundings: UpstreamSurroundings,
): Promise<Upstream> {
  const { clock, searchPath } = surroundings;
  const path = resolveCommand(command, { searchPath, cwd });
  if (path === undefined) {
    throw new UpstreamError({ kind: "unreachable" }, { cause: new NoSuchProgram() });
  }
  const given = { ...(searchPath !== "" && { PATH: searchPath }), ...env };
  const child = await startChild({ path, args, env: given, cwd }, clock).catch((cause: unknown) => {
    throw new UpstreamError({ kind: "unreachable" }, { cause });
  });
  const answers = createAnswers(surroundings);
  return connectUpstream(createStdioWire(child, answers, clock), answers, surroundings);
}

class NoSuchProgram extends Error {
  override readonly name = "NoSuchProgram";

  constructor() {
    super("There is no such program where commands are looked up.");
  }
}

function endedEarly(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.fault.kind === "unreachable" &&
    error.cause instanceof UpstreamError
  );
}
