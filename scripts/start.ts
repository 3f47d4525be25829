import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

// Serves examples/quickstart and says how to use it, until Ctrl-C. With `--once` it makes one call, as
// a client would, and stops: that is how a machine tries the quick start.

const usage = "npm start [-- --port <n>] [-- --once]";
const root = fileURLToPath(new URL("..", import.meta.url));
const config = "examples/quickstart/toolcourt.yaml";
const { port, once } = flagsOf(process.argv.slice(2));

const gateway = spawn(
  process.execPath,
  ["packages/gateway/bin/toolcourt.js", "serve", "-c", config, "--port", port],
  { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
);
const gone = new Promise<number>((resolve) => {
  gateway.once("close", (code, by) => resolve(code ?? (by === null ? 2 : signalled(by))));
});

const stopping = new AbortController();

/** Ctrl-C reaches the gateway too. It takes each kind of signal once, so this one does no harm. */
function stop(): void {
  if (stopping.signal.aborted) return;
  stopping.abort();
  gateway.kill("SIGTERM");
}
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop);

// npm hands a signal to the shell that it starts us with, and many a shell ends of it without handing it on.
// Putting `exec` before the command would be shorter, and Windows has no such word.
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

/** What a shell says of a command that a signal ended. */
function signalled(name: NodeJS.Signals): number {
  return 128 + constants.signals[name];
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

/** The gateway's first line on standard output says where it listens. */
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
before the workspace tools and the everything server, as ${config} says.

Add it to your client:

  Claude Code, by a command:
    claude mcp add --transport http toolcourt ${address}

  VS Code, by a command, or in .vscode/mcp.json:
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

/** Such a client knows no folder to start in, and its PATH is often not that of a shell. */
function overStdio(): object {
  const [node, folder] = [process.execPath, root].map(
    (path) => `'${path.replaceAll("'", "'\\''")}'`,
  );
  const serve = `packages/gateway/bin/toolcourt.js serve --stdio -c ${config}`;
  return {
    command: "/bin/sh",
    args: ["-c", `cd ${folder} && exec ${node} ${serve}`],
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` },
  };
}
