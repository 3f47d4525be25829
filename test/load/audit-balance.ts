import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Folder } from "../../packages/testing/src/folder.ts";
import { command } from "../promises/command.ts";

/** How many requests of a kind the audit log holds. */
export interface Balance {
  opened: number;
  closed: number;
}

const endOf: ReadonlyMap<unknown, keyof Balance> = new Map([
  ["call.opened", "opened"],
  ["call.closed", "closed"],
] as const);

/** Counts what was opened and closed in the audit log, by the tool or the relayed method. */
export async function balancesIn({ path }: Folder): Promise<ReadonlyMap<JsonValue, Balance>> {
  await command(path, "audit", "export", "--out", "audit.jsonl");
  const input = createReadStream(join(path, "audit.jsonl"));
  const balances = new Map<JsonValue, Balance>();
  const opened = new Map<JsonValue, JsonValue>();
  for await (const line of createInterface({ input })) {
    const { kind, callId = null, tool = "unnamed" } = bodyIn(line);
    const end = endOf.get(kind);
    if (end === undefined) continue;
    if (end === "opened") opened.set(callId, tool);
    const asked = opened.get(callId) ?? "nothing that was opened";
    const balance = balances.get(asked) ?? { opened: 0, closed: 0 };
    balance[end] += 1;
    balances.set(asked, balance);
  }
  return balances;
}

function bodyIn(line: string): JsonObject {
  const row = parseJson(line);
  const body = isJsonObject(row) ? own(row, "body") : undefined;
  return isJsonObject(body) ? body : {};
}
