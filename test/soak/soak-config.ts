import { hash } from "node:crypto";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { configOf, keyOf } from "../load/load-config.ts";
import type { Question } from "../load/questions.ts";
import type { UpstreamProcess } from "../load/upstream-process.ts";

export const policy = `version: 1
roles: { reader: ["*:*"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;

/** The configuration of the load test with a tool that needs approval and a small quarantine. */
export function soakConfig(
  servers: Readonly<Record<string, UpstreamProcess>>,
  store: string,
): string {
  const config = objectIn(parseJson(configOf(servers)));
  const toolbox = objectIn(own(config, "toolbox") ?? {});
  const tools = [
    { name: "hello", approval: "operator" },
    { name: "read_repo_file" },
    { name: "write_memory_entry" },
  ];
  return JSON.stringify({
    ...config,
    toolbox: { ...toolbox, max_concurrent: 256, local: ["workspace"], tools },
    // Reached within the first half of the shortest run.
    quarantine: { max_results: 5 },
    telemetry: { calls: "off" },
    stores: { url: store },
  });
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A request of the mix. */
export interface Deed extends Pick<Question, "label" | "method" | "params"> {
  readonly key: string;
  /** Whether its caller leaves before the answer. */
  readonly leaves: boolean;
}

const call = (name: string, given: JsonObject): Pick<Question, "method" | "params"> => ({
  method: "tools/call",
  params: { name, arguments: given },
});

const city = { city: "Bern" };
export const wellLabel = "healthy";

/** Returns the request of this number. 80 of 100 are healthy, the others fail in some way. */
export function deedOf(number: number): Deed {
  const turn = number % 100;
  const deed = { key: keyOf("b", number % 5), leaves: false, label: wellLabel };
  if (turn < 80) return { ...deed, ...call("get-calm", city) };
  if (turn < 86) return { ...deed, label: "shaky server", ...call("get-shaky", city) };
  if (turn < 89) return { ...deed, label: "failing server", ...call("get-mixed-bad", city) };
  if (turn < 92) return { ...deed, label: "exiting server", ...call("get-exiting", city) };
  if (turn < 94) return { ...deed, label: "broken answer", ...call("get-broken", city) };
  if (turn < 97) return { ...deed, label: "left", leaves: true, ...call("get-calm", city) };
  if (turn < 98)
    return { ...deed, label: "unknown key", key: unknownKey, ...call("get-calm", city) };
  const name = `Ada ${Math.floor(number / 100) % 5}`;
  return { ...deed, label: "waits for approval", ...call("hello", { name }) };
}

const unknownKey = `tck_${hash("sha256", "revoked", "hex")}`;
