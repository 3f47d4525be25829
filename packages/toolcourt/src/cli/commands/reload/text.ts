import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** Describes what a reload changes, a line each. The names are those of other people's servers. */
export function planText(plan: JsonObject): string {
  const servers = objectIn(plan, "servers");
  const tools = objectIn(plan, "tools");
  const lines = [
    ...settingLines(own(plan, "settings")),
    ...named("Changed files", plan, "files"),
    ...named("Servers started", servers, "started"),
    ...named("Servers connected anew", servers, "restarted"),
    ...named("Servers stopped", servers, "stopped"),
    ...named("Tools that can be called", tools, "added"),
    ...named("Tools whose calls are refused", tools, "removed"),
  ];
  return lines.length === 0 ? "No setting, server or tool has changed." : lines.join("\n");
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isJsonArray(value) ? value : [];
}

function settingLines(settings: JsonValue | undefined): readonly string[] {
  return listOf(settings).flatMap((setting) => {
    if (!isJsonObject(setting)) return [];
    const path = own(setting, "path");
    const [before, after] = [shown(own(setting, "before")), shown(own(setting, "after"))];
    return [`${printable(typeof path === "string" ? path : "")}: ${before} → ${after}`];
  });
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "not set";
  return typeof value === "string" ? printable(value) : printableJson(value);
}

function named(title: string, from: JsonObject, key: string): readonly string[] {
  const names = listOf(own(from, key)).filter((name) => typeof name === "string");
  return names.length === 0 ? [] : [`${title}: ${names.map((name) => printable(name)).join(", ")}`];
}
