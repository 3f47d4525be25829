import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** How a client writes an entry. Most write it alike. */
export type Dialect = "common" | "codex" | "gemini" | "zed";

/** Converts an entry to the keys that most clients share. Keeps every key that has no other name. */
export function commonEntry(entry: JsonObject, dialect: Dialect): JsonObject {
  return conversions[dialect](withAddress(entry));
}

const conversions: Readonly<Record<Dialect, (entry: JsonObject) => JsonObject>> = {
  common: (entry) => entry,
  codex: fromCodex,
  gemini: fromGemini,
  zed: fromZed,
};

/** Windsurf has its own name for the address. */
function withAddress(entry: JsonObject): JsonObject {
  const address = own(entry, "serverUrl");
  return typeof address === "string" && own(entry, "url") === undefined
    ? { ...without(entry, "serverUrl"), url: address }
    : entry;
}

/** Codex names variables instead of referring to them. */
function fromCodex(entry: JsonObject): JsonObject {
  const env = { ...objectIn(entry, "env"), ...referencesTo(variableNames(own(entry, "env_vars"))) };
  const named = Object.entries(objectIn(entry, "env_http_headers")).flatMap(([header, name]) =>
    typeof name === "string" ? [[header, referenceTo(name)] as const] : [],
  );
  const token = own(entry, "bearer_token_env_var");
  const headers = {
    ...objectIn(entry, "http_headers"),
    ...Object.fromEntries(named),
    ...(typeof token === "string" && { Authorization: `Bearer ${referenceTo(token)}` }),
  };
  return {
    ...without(
      entry,
      "env_vars",
      "env_http_headers",
      "http_headers",
      "bearer_token_env_var",
      "enabled",
    ),
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(own(entry, "enabled") === false && { disabled: true }),
  };
}

function variableNames(value: JsonValue | undefined): readonly string[] {
  if (!isJsonArray(value)) return [];
  return value.flatMap((each) => {
    const name = isJsonObject(each) ? own(each, "name") : each;
    return typeof name === "string" ? [name] : [];
  });
}

function referencesTo(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, referenceTo(name)]));
}

function referenceTo(name: string): string {
  return `\${${name}}`;
}

/** Gemini CLI tells both kinds of addresses apart by the key, and takes `$NAME` for a variable. */
function fromGemini(entry: JsonObject): JsonObject {
  const streaming = own(entry, "httpUrl");
  const isStream = typeof streaming === "string";
  const isEvents = typeof own(entry, "url") === "string" && own(entry, "type") === undefined;
  return {
    ...without(entry, ...(isStream ? ["httpUrl"] : []), "env", "headers"),
    ...(isStream ? { url: streaming, type: "http" } : isEvents && { type: "sse" }),
    ...withBraces(entry, "env"),
    ...withBraces(entry, "headers"),
  };
}

function withBraces(entry: JsonObject, key: string): JsonObject {
  const value = own(entry, key);
  if (value === undefined || !isJsonObject(value))
    return value === undefined ? {} : { [key]: value };
  const texts: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, text]) => [
      name,
      typeof text === "string" ? text.replaceAll(/\$([A-Za-z_]\w*)/g, "${$1}") : text,
    ]),
  );
  return { [key]: texts };
}

/** Zed once kept the program in an object. Its extensions are started by Zed alone. */
function fromZed(entry: JsonObject): JsonObject {
  const program = own(entry, "command");
  const rest = without(entry, "source", "enabled");
  const flat = isJsonObject(program) ? { ...rest, ...renamed(program) } : rest;
  return own(entry, "enabled") === false ? { ...flat, disabled: true } : flat;
}

function renamed(program: JsonObject): JsonObject {
  return { ...without(program, "path"), command: own(program, "path") ?? "" };
}

/** Tells whether an extension of the client starts the server, by a command that only it knows. */
export function isOfExtension(entry: JsonObject): boolean {
  const isZeds = own(entry, "source") === "extension" || isJsonObject(own(entry, "settings"));
  return isZeds && own(entry, "command") === undefined && own(entry, "url") === undefined;
}

function objectIn(entry: JsonObject, key: string): JsonObject {
  const value = own(entry, key);
  return isJsonObject(value) ? value : {};
}

function without(entry: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
}
