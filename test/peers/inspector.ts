import { spawn } from "node:child_process";
import { join } from "node:path";
import { env, execPath } from "node:process";

/** The JSON output of an Inspector run, and its exit code. */
export interface Printed {
  readonly code: number;
  readonly json: string;
  /** All other output, for diagnosis. */
  readonly complaints: string;
}

/** The Inspector's two commands: one per request, and one with lasting connections. */
export interface Inspector extends AsyncDisposable {
  readonly cli: (args: readonly string[]) => Promise<Printed>;
  readonly mcpdo: (args: readonly string[]) => Promise<Printed>;
}

export interface InspectorFolders {
  readonly installed: string;
  /** Folder for all its files. */
  readonly scratch: string;
  /** Folder of Node's compile cache, shared between runs. */
  readonly compiled: string;
}

/** Opens the Inspector. Disposal ends the processes it keeps running. */
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
    // Not `close`: a process it leaves running may hold its output open.
    child.on("exit", (code) => {
      setImmediate(() => resolve({ code: code ?? 2, json, complaints }));
    });
  });
}
