import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { CommandContext } from "./command.ts";
import { isNoProgram, listLiveTools, whyUnlisted } from "./list-live-tools.ts";
import { type LiveServer, liveServerOf } from "./live-server.ts";
import type { Target } from "./targets.ts";
import { usage } from "./usage.ts";

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
export async function targetsOf(
  { label, server, transport }: LiveServer,
  context: CommandContext,
): Promise<readonly Target[]> {
  const tools = await listLiveTools(transport, context).catch((error: unknown) => {
    context.signal.throwIfAborted();
    if (isNoProgram(error)) throw usage(`There is no program ${label} that could be started.`);
    context.terminal.err(`${label}: ${whyUnlisted(error, transport)}.`);
    throw new Refusal("file-unreadable", { file: label, because: "failed" }, { cause: error });
  });
  return tools.map((tool) => ({
    file: label,
    server,
    tool,
    // Live listings have no line numbers.
    locate: (pointers) => new Map(pointers.map((each) => [each, { line: 1, column: 1 }])),
  }));
}
