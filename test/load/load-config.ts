import { hash } from "node:crypto";
import { join } from "node:path";
import { execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { serverEntry } from "../promises/server-entry.ts";
import type { UpstreamProcess } from "./upstream-process.ts";

export const callersPerTenant = 5;

/** Both tenants may use everything. */
export const policy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;

/** Returns the key of a tenant's caller. */
export function keyOf(tenant: string, index: number): string {
  return `tck_${tenant}_${index}_of_the_load_test`;
}

/** Builds the gateway's configuration for these servers. */
export function configOf(servers: Readonly<Record<string, UpstreamProcess>>): string {
  const keys = ["a", "b"].flatMap((tenant) =>
    Array.from({ length: callersPerTenant }, (_, index) => ({
      name: `${tenant}-${index}`,
      sha256: hash("sha256", keyOf(tenant, index), "hex"),
      roles: ["reader"],
      tenant,
    })),
  );
  const default_tool_config = { timeout: "PT1S", max_instances: 8 };
  const exiting: JsonObject = {
    name: "exiting",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", join(import.meta.dirname, "exiting-program.ts")],
    mode: "dynamic",
    default_tool_config,
  };
  const entries = Object.entries(servers).map(([name, { url }]) =>
    serverEntry(name, url, { default_tool_config }),
  );
  return JSON.stringify({
    server: { auth: { resource: "http://127.0.0.1:7420/mcp", keys } },
    policy: { file: "policy.yaml" },
    toolbox: { max_concurrent: 12, mcps: [...entries, exiting] },
  });
}
