import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in its own process that can be disturbed from outside. */
export interface UpstreamProcess extends AsyncDisposable {
  readonly url: string;
  /** Tells it to be `well`, `slow` or `garbling`. */
  readonly be: (mood: string) => void;
  readonly signal: (name: "SIGSTOP" | "SIGCONT") => void;
  /** Kills it at once. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same address. */
  readonly revive: () => Promise<void>;
}

const program = join(import.meta.dirname, "upstream-program.ts");

export async function startUpstream(...tools: readonly string[]): Promise<UpstreamProcess> {
  let [child, port] = await start("0", tools);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    be: (mood) => void child.send(mood),
    signal: (name) => void child.kill(name),
    kill,
    revive: async () => {
      [child, port] = await start(port, tools);
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function start(
  port: string,
  tools: readonly string[],
): Promise<[child: ChildProcess, port: string]> {
  const execArgv = ["--conditions=@toolcourt/source"];
  const child = fork(program, [port, ...tools], { execArgv });
  const said = await new Promise<unknown>((resolve) => child.once("message", resolve));
  return [child, String(said)];
}
