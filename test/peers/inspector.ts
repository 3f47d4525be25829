import { spawn } from "node:child_process";
import { join } from "node:path";
import { env, execPath } from "node:process";

/** What a run of the Inspector printed as JSON, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly json: string;
  /** Everything else it said, for whoever has to find out what went wrong. */
  readonly complaints: string;
}

/** The Inspector's two commands: one that asks once, and one that keeps its connections. */
export interface Inspector extends AsyncDisposable {
  readonly cli: (args: readonly string[]) => Promise<Printed>;
  readonly mcpdo: (args: readonly string[]) => Promise<Printed>;
}

export interface InspectorFolders {
  readonly installed: string;
  /** Everything that it writes goes in here. */
  readonly scratch: string;
  /** Where Node keeps what it compiled for one run, for the next. */
  readonly compiled: string;
}

/** What it keeps running ends with it. */
export function openInspector({ installed, scratch, compiled }: InspectorFolders): Inspector {
  const own = {
    PATH: env["PATH"],
    HOME: scratch,
    NODE_COMPILE_CACHE: compiled,
    MCP_INSPECTOR_DAEMON_DIR: join(scratch, "daemon"),
    MCP_INSPECTOR_SECRET_STORE: "memory",
  };
  const run = (name: string, args: readonly string[]): Promise<Printed> =>
    printedBy([join(installed, "node_modules/.bin", name), ...args], own);
  const mcpdo: Inspector["mcpdo"] = (args) => run("mcpdo", ["--format", "json", ...args]);

  return {
    cli: (args) => run("mcp-inspector", ["--cli", ...args, "--format", "json"]),
    mcpdo,
    [Symbol.asyncDispose]: async () => {
      await mcpdo(["daemon", "stop"]);
    },
  };
}

function printedBy(args: readonly string[], own: NodeJS.ProcessEnv): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn(execPath, args, { env: own, stdio: ["ignore", "pipe", "pipe"] });
    let json = "";
    let complaints = "";
    child.stdout.on("data", (chunk: Buffer) => {
      json += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.on("error", reject);
    // Not `close`: what it leaves running may hold on to its output.
    child.on("exit", (code) => {
      setImmediate(() => resolve({ code: code ?? 2, json, complaints }));
    });
  });
}
