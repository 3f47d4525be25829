import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

export interface Serving {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The key of the caller. Default: none. */
  readonly key?: string;
}

export interface Served {
  /** The status of `/healthz`. */
  readonly health: number;
  /** The answer to a call of `hello`. */
  readonly answer: string;
  readonly printed: string;
}

const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "hello", arguments: { name: "Ada" } },
};

/** The configuration that is served: the built-in tools, and a store on disk. */
export const servedConfig = `toolbox:
  local: [workspace]
  tools: [{ name: hello }, { name: read_repo_file }, { name: write_memory_entry }]
server: { port: 0 }
`;

/** Starts a gateway as a command line says, makes one call and stops it with SIGTERM. */
export async function serveOnce({ command, args, cwd, env, key }: Serving): Promise<Served> {
  const child = spawn(command, args, { cwd, env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let printed = "";
  const listening = Promise.withResolvers<string>();
  const keep = (chunk: Buffer): void => {
    printed += chunk.toString();
    const url = /^Toolcourt listens on (http:\S+)/m.exec(printed)?.[1];
    if (url !== undefined) listening.resolve(url);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.once("error", listening.reject);
  void ended.then(() => listening.reject(new Error(`${command} ended early: ${printed}`)));
  const killed = AbortSignal.timeout(120_000);
  killed.addEventListener("abort", () => child.kill("SIGKILL"));
  // Every address is no name of this machine.
  const url = (await listening.promise).replace("//0.0.0.0:", "//127.0.0.1:");
  const { status } = await fetch(new URL("/healthz", url));
  const answer = await callOf(url, key);
  child.kill("SIGTERM");
  await ended;
  return { health: status, answer, printed };
}

/** Makes the call, and again if it may be made again: a busy machine reads its files late. */
async function callOf(url: string, key: string | undefined, attempts = 20): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(call),
  });
  const answer = await response.text();
  if (attempts === 1 || !answer.includes('"retryable":true')) return answer;
  await setTimeout(250);
  return callOf(url, key, attempts - 1);
}

/** Throws unless a served gateway was healthy and answered. */
export function mustHaveServed(what: string, served: Served): string {
  const { health, answer, printed } = served;
  if (health !== 200 || !answer.includes("Hello, Ada!")) {
    throw new Error(`${what}: health ${health}\n${answer}\n${printed}`);
  }
  return `ok   ${what}: /healthz 200, one call answered`;
}
