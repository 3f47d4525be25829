import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ServerStatus } from "@toolcourt/gateway/internal/compose/server-status";
import { openToLook } from "../../open-for-command.ts";
import { count } from "../../style.ts";
import { notLookedAt, ok, problemOf, type Row, type Setup } from "./row.ts";

/** Opens the tools and connects to the servers, like `toolcourt servers`. Counts the tools. */
export async function lookAtServers(
  { configFile, context }: Setup,
  isComplete: boolean,
): Promise<readonly Row[]> {
  if (!isComplete) return [notLookedAt("tools", "A variable that a server needs is missing.")];
  try {
    await using configured = await openToLook(configFile, context);
    const { describeServers, registry } = configured.gateway;
    const known = count(registry.current().tools.size, "tool");
    return [ok("tools", `${known} known.`), ...(await describeServers()).flatMap(serverRows)];
  } catch (error) {
    return [problemOf("tools", error)];
  }
}

function serverRows(server: ServerStatus): readonly Row[] {
  const { name, state, required, because = "", next = "toolcourt servers", tools } = server;
  const check = `server ${printable(name)}`;
  if (state !== "ready") {
    const stops = required ? " A gateway does not start without it." : "";
    const level = required ? "problem" : "warning";
    return [
      { check, state: level, text: `It is not served: ${printable(because)}.${stops}`, next },
    ];
  }
  const { admitted, quarantined } = tools;
  const reached = `It is reached, and ${count(admitted, "tool")} can be called.`;
  if (quarantined === 0) return [ok(check, reached)];
  const text = `${reached} ${count(quarantined, "tool")} held.`;
  return [{ check, state: "warning", text, next: "toolcourt lock" }];
}
