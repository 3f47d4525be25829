import { Refusal } from "../foundation/errors/refusal.ts";
import type { Surroundings } from "./command.ts";
import { isNoProgram, listLiveTools, whyUnlisted } from "./list-live-tools.ts";
import { type LiveServer, liveServerOf } from "./live-server.ts";
import type { Target } from "./targets.ts";

/** Whether what was named is a server and not a file. */
export function isLive(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/** The tools of a server that runs. It is called like its host, unless somebody names it. */
export async function readLiveTargets(
  named: string,
  server: string | undefined,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const live = liveServerOf({ address: named, server, help }, surroundings.folder);
  return targetsOf(live, help, surroundings);
}

/**
 * The tools of a server that is started for this and ended afterwards. It sees nothing of our
 * environment but where programs are found. It is called like its program, unless somebody names it.
 */
export async function readCommandTargets(
  command: readonly string[],
  server: string | undefined,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const live = liveServerOf({ command, server, help }, surroundings.folder);
  return targetsOf(live, help, surroundings);
}

/** What a server lists. `help` is what to read where there is no such program. */
export async function targetsOf(
  { label, server, transport }: LiveServer,
  help: string,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const tools = await listLiveTools(transport, surroundings).catch((error: unknown) => {
    surroundings.signal.throwIfAborted();
    if (isNoProgram(error)) {
      const problem = `There is no program ${label} that could be started.`;
      throw new Refusal("usage-invalid", { problem, help });
    }
    surroundings.terminal.err(`${label}: ${whyUnlisted(error, transport)}.`);
    throw new Refusal("file-unreadable", { file: label, because: "failed" }, { cause: error });
  });
  return tools.map((tool) => ({
    file: label,
    server,
    tool,
    // What a server says has no lines.
    locate: (pointers) => new Map(pointers.map((each) => [each, { line: 1, column: 1 }])),
  }));
}

const help = "toolcourt check --help";
