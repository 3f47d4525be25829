import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Placement, type Subject, targetOf } from "./subjects.ts";

// Gateways from npm. They are not our dependencies: `--peers` fetches them into a git-ignored
// folder, without install scripts.

const peers = resolve(import.meta.dirname, "peers");
const installMs = 180_000;

export const npmGateways: readonly Subject[] = [
  {
    id: "supergateway",
    from: { name: "supergateway", version: "4.0.0" },
    upstream: "stdio",
    command: ({ port, upstream }) => {
      const flags = `--outputTransport streamableHttp --stateful --logLevel none --port ${port}`;
      const stdio = ["--stdio", targetOf(upstream).join(" ")];
      return [file("supergateway", "dist/index.js"), ...flags.split(" "), ...stdio];
    },
  },
  {
    id: "mcp-proxy",
    from: { name: "mcp-proxy", version: "6.7.19" },
    upstream: "stdio",
    command: ({ port, upstream }) => {
      const flags = `--port ${port} --host 127.0.0.1 --`;
      return [
        file("mcp-proxy", "dist/bin/mcp-proxy.mjs"),
        ...flags.split(" "),
        ...targetOf(upstream),
      ];
    },
  },
  {
    id: "mcp-hub",
    from: { name: "mcp-hub", version: "4.2.1" },
    upstream: "json",
    eras: ["legacy"],
    transport: "sse",
    toolName: (tool) => `echo__${tool}`,
    command: (placement) => {
      const flags = ["--port", String(placement.port), "--config", writeHubConfig(placement)];
      return [file("mcp-hub", "dist/cli.js"), ...flags];
    },
    env: ({ folder }) => ({ HOME: folder, XDG_STATE_HOME: folder }),
  },
];

function writeHubConfig({ folder, upstream }: Placement): string {
  const at = join(folder, "mcp-hub.json");
  const echo = { url: `${targetOf(upstream)[0]}/mcp` };
  writeFileSync(at, JSON.stringify({ mcpServers: { echo } }));
  return at;
}

function file(name: string, path: string): string {
  return join(peers, name, "node_modules", name, path);
}

/** Installs the package. Rejects with the reason if it is missing and cannot be fetched. */
export async function install({ from }: Subject): Promise<void> {
  if (from === undefined || existsSync(file(from.name, "package.json"))) return;
  const prefix = join(peers, from.name);
  const flags = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--prefix", prefix];
  const wanted = `${from.name}@${from.version}`;
  try {
    await promisify(execFile)("npm", ["install", ...flags, wanted], { timeout: installMs });
  } catch (cause) {
    throw new Error(`cannot be installed: npm install ${wanted} failed`, { cause });
  }
}
