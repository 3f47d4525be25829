import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

// Serves examples/quickstart with usage hints until Ctrl-C. With `--once` it makes one client call
// and stops, which is how CI tests the quick start.

const usage = "npm start [-- --port <n>] [-- --once]";
const root = fileURLToPath(new URL("..", import.meta.url));
const config = "examples/quickstart/toolcourt.yaml";
const { port, once } = flagsOf(process.argv.slice(2));

const gateway = spawn(
  process.execPath,
  ["packages/toolcourt/bin/toolcourt.js", "serve", "-c", config, "--port", port],
  { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: environmentOf(process) },
);
const gone = new Promise<number>((resolve) => {
  gateway.once("close", (code, by) => resolve(code ?? (by === null ? 2 : signalled(by))));
});

const stopping = new AbortController();

/**
 * Stops the gateway. Ctrl-C reaches it too, but it handles each signal only once, so a second is
 * harmless.
 */
function stop(): void {
  if (stopping.signal.aborted) return;
  stopping.abort();
  gateway.kill("SIGTERM");
}
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop);

// npm signals only the shell that starts us, and many shells exit without forwarding the signal. So
// we watch the parent process. `exec` before the command would be shorter, but does not exist on
// Windows.
const { ppid: parent, env } = process;
const alone = (): void => {
  if (process.ppid !== parent) stop();
};
const watch = env["npm_lifecycle_event"] === "start" ? setInterval(alone, 200) : undefined;

let complaints = "";
gateway.stderr.on("data", (chunk: Buffer) => {
  process.stderr.write(chunk);
  complaints = `${complaints}${chunk.toString()}`.slice(-1_000);
});

const url = await Promise.race([addressOf(gateway.stdout), gone.then(() => undefined)]);
if (url === undefined) {
  if (complaints.includes("listen-failed")) {
    console.error("Choose another port, or let the system choose: npm start -- --port 0");
  }
} else {
  console.log(welcome(url));
  if (once) await sayHello(url).finally(stop);
}
process.exitCode = await gone;
clearInterval(watch);

/** Returns a shell's exit code for a command ended by a signal. */
function signalled(name: NodeJS.Signals): number {
  return 128 + constants.signals[name];
}

/** Hides calls that answered from a person: the gateway sees our pipe, and not the terminal. */
function environmentOf({ env: given, stderr }: NodeJS.Process): NodeJS.ProcessEnv {
  return stderr.isTTY ? { TOOLCOURT__TELEMETRY__CALLS: "debug", ...given } : given;
}

function flagsOf(args: string[]): { readonly port: string; readonly once: boolean } {
  const options = {
    port: { type: "string", default: "7420" },
    once: { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch {
    console.error(`Usage: ${usage}`);
    return process.exit(2);
  }
}

/** Reads the address from the gateway's first line on standard output. */
function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((found) => {
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const address = /http:\S+(?=\s)/.exec(text)?.[0];
      if (address !== undefined) found(address);
    });
  });
}

async function sayHello(address: string): Promise<void> {
  const client = new Client({ name: "quickstart", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: "hello", arguments: { name: "Ada" } });
  console.log(`\n${tools.length} tools are offered. hello answers:`);
  console.log(JSON.stringify(result.structuredContent));
  await client.close();
}

function welcome(address: string): string {
  const http = { type: "http", url: address };
  return `
Toolcourt listens on ${address}
and serves the workspace tools and the everything server, as configured in ${config}.

Add it to your client:

  Claude Code, on the command line:
    claude mcp add --transport http toolcourt ${address}

  VS Code, on the command line or in .vscode/mcp.json:
    code --add-mcp '${JSON.stringify({ name: "toolcourt", ...http })}'
    ${JSON.stringify({ servers: { toolcourt: http } })}

  Cursor, in .cursor/mcp.json:
    ${JSON.stringify({ mcpServers: { toolcourt: { url: address } } })}

  Claude Desktop, which starts its servers itself, in claude_desktop_config.json:
    ${JSON.stringify({ mcpServers: { toolcourt: overStdio() } })}

Try, in another shell:
  npx toolcourt call get-sum --args '{"a":1,"b":2}' -c ${config}
  npx toolcourt explain get-sum -c ${config}
  npx toolcourt check ${address}

Ctrl-C stops it.`;
}

/**
 * Uses absolute paths: such a client has no working directory, and its PATH often differs from a
 * shell's.
 */
function overStdio(): object {
  const [node, folder] = [process.execPath, root].map(
    (path) => `'${path.replaceAll("'", "'\\''")}'`,
  );
  const serve = `packages/toolcourt/bin/toolcourt.js serve --stdio -c ${config}`;
  return {
    command: "/bin/sh",
    args: ["-c", `cd ${folder} && exec ${node} ${serve}`],
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` },
  };
}
