import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { CheckedResult, Question } from "../../pipeline/call.ts";
import type { UpstreamCall } from "../../upstreams/upstream.ts";
import { resultOf } from "../incoming-call.ts";
import type { JsonReading } from "./read-check.ts";

// What goes on: to the server as params, to the client as a result. Never the bytes that came.

/** Prefix of the metadata between a client and a gateway. No server gets it. */
const ownPrefix = "dev.toolcourt/";

/** Returns the params that the server gets: the checked arguments, and the client's own metadata. */
export function forwardedParams(params: JsonObject, call: UpstreamCall): string {
  const meta = metaFor(own(params, "_meta"), call.meta);
  return JSON.stringify({
    name: call.name,
    arguments: call.arguments,
    ...(meta && { _meta: meta }),
  });
}

function metaFor(given: unknown, added: JsonObject | undefined): JsonObject | undefined {
  const known = isJsonObject(given) ? Object.entries(given) : [];
  const kept = known.filter(([key]) => !key.startsWith(ownPrefix));
  if (kept.length === 0 && added === undefined) return undefined;
  return { ...Object.fromEntries(kept), ...added };
}

/** Returns the result that the client gets. A modern server says that it is complete. */
export function resultText(output: CheckedResult | Question, reported: JsonReading): string {
  const isModern = reported.kind === "object" && Object.hasOwn(reported.value, "resultType");
  const result = resultOf(output);
  return JSON.stringify(isModern ? { resultType: "complete", ...result } : result);
}

/** Methods of the handshake. Of a server's answer only these members are passed on. */
const members: Readonly<Record<string, readonly string[]>> = {
  initialize: ["protocolVersion", "serverInfo"],
  "server/discover": ["supportedVersions", "resultType", "ttlMs", "cacheScope", "_meta"],
  ping: ["resultType", "_meta"],
  "logging/setLevel": ["resultType", "_meta"],
};

/** Returns whether a method needs no decision: it has no data of a server but the members above. */
export function isFree(method: string): boolean {
  return Object.hasOwn(members, method) || method.startsWith("notifications/");
}

/**
 * Returns the answer to the handshake without the server's instructions, which no contract covers,
 * and without capabilities whose methods are refused.
 */
export function freeResult(method: string, result: JsonObject): JsonObject {
  const kept = (members[method] ?? []).flatMap((key) => {
    const value = own(result, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(kept), ...toolsOnly(own(result, "capabilities")) };
}

function toolsOnly(capabilities: unknown): JsonObject {
  if (!isJsonObject(capabilities)) return {};
  const tools = own(capabilities, "tools");
  return { capabilities: tools === undefined ? {} : { tools } };
}
