import { basename, extname } from "node:path";
import { Refusal } from "../errors/refusal.ts";
import { cut } from "../kernel/nearest.ts";
import type { Transport } from "../upstreams/transport.ts";
import type { Surroundings } from "./command.ts";
import { isNoProgram, listLiveTools, whyUnlisted } from "./list-live-tools.ts";
import { printable } from "./printable.ts";
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
  const url = urlOf(named);
  const live: Live = {
    // User, password and query are nobody's business.
    label: printable(`${url.origin}${url.pathname}`),
    server: server ?? url.hostname,
    transport: { kind: "streamable_http", url },
  };
  return targetsOf(live, surroundings);
}

/**
 * The tools of a server that is started for this and ended afterwards. It sees nothing of our
 * environment but where programs are found. It is called like its program, unless somebody names it.
 */
export async function readCommandTargets(
  [command = "", ...args]: readonly string[],
  server: string | undefined,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const live: Live = {
    // Its arguments may be secrets.
    label: printable(cut(command)),
    server: server ?? basename(command, extname(command)),
    transport: { kind: "stdio", command, args, env: {}, cwd: surroundings.folder },
  };
  return targetsOf(live, surroundings);
}

interface Live {
  /** How messages and reports call it. */
  readonly label: string;
  readonly server: string;
  readonly transport: Transport;
}

async function targetsOf(
  { label, server, transport }: Live,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const tools = await listLiveTools(transport, surroundings).catch((error: unknown) => {
    surroundings.signal.throwIfAborted();
    if (isNoProgram(error)) throw usage(`There is no program ${label} that could be started.`);
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

function urlOf(named: string): URL {
  const url = URL.parse(named);
  if (url !== null) return url;
  throw usage("Give a whole address, such as http://127.0.0.1:7420/mcp.");
}

function usage(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt check --help" });
}
