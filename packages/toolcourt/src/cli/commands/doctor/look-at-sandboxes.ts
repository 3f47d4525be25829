import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ServerConfig } from "@toolcourt/gateway/internal/config/offering";
import type { Sandbox } from "@toolcourt/gateway/internal/upstreams/transport";
import { count } from "../../style.ts";
import { notLookedAt, ok, type Row, type Setup } from "./row.ts";

/** Tells which programs run in a sandbox, and what it allows. Whether it can be made shows later. */
export async function lookAtSandboxes({ config }: Setup): Promise<readonly Row[]> {
  const rows = config.toolbox.servers.flatMap(sandboxRow);
  return rows.length > 0 ? rows : [notLookedAt("sandbox", "There is no stdio server.")];
}

function sandboxRow({ name, transport }: ServerConfig): readonly Row[] {
  if (transport.kind !== "stdio") return [];
  const { sandbox } = transport;
  const check = `sandbox ${printable(name)}`;
  const free = "It has all rights of the gateway's user. `sandbox: required` closes it in.";
  return [ok(check, sandbox === undefined ? free : limitsOf(sandbox))];
}

function limitsOf({ read, write, network, maxMemory, maxProcesses }: Sandbox): string {
  const reach = network === "none" ? "No network" : "The whole network";
  const files = `reads ${count(read.length, "path")} and writes ${count(write.length, "path")} of its lists`;
  const megabytes = Math.round(maxMemory / 1024 / 1024);
  return `${reach}; it ${files}; ${megabytes} MB of memory; ${maxProcesses} processes.`;
}
