import { childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { type Path, pathText } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { z } from "zod";
import { configSchema } from "./config.ts";
import { type ConfigSource, type Origin, readConfig } from "./load.ts";
import { addressOf } from "./pieces.ts";
import { notShown, shownArguments } from "./secret-arguments.ts";
import { extraCertificates, extraCertificatesOf, isReference } from "./variables.ts";

/** An effective value as written, and its origin. Secrets are left out. */
export interface Setting {
  readonly path: string;
  readonly value: JsonValue;
  readonly origin: Origin;
}

/**
 * Lists every value that a configuration sets or defaults. Refuses an invalid one like
 * `loadConfig`.
 */
export function effectiveSettings(text: string, source: ConfigSource): readonly Setting[] {
  const { written, originOf } = readConfig(text, source);
  const settings = [...walk({ schema: configSchema, value: written, path: [] })].map(
    ({ path, value, byDefault }): Setting => ({
      path: pathText(path),
      value: withoutSecrets(path, value),
      origin: byDefault ? { kind: "default" } : originOf(path),
    }),
  );
  return [...settings, ...ofNode(source)];
}

/** Lists what Node itself reads from the environment, and every connection obeys. */
function ofNode({ environment }: ConfigSource): readonly Setting[] {
  const value = extraCertificatesOf(environment);
  const name = extraCertificates;
  return value === undefined ? [] : [{ path: name, value, origin: { kind: "variable", name } }];
}

interface Visit {
  readonly schema: unknown;
  readonly value: JsonValue | undefined;
  readonly path: Path;
}

interface Leaf {
  readonly path: Path;
  readonly value: JsonValue;
  readonly byDefault: boolean;
}

function* walk(visit: Visit): Generator<Leaf> {
  const { schema, value, path } = visit;
  const inside = childrenOf(visit);
  if (inside !== undefined) {
    for (const child of inside) yield* walk(child);
  } else if (value === undefined) {
    yield* defaultOf(schema, path);
  } else {
    yield { path, value, byDefault: false };
  }
}

/** Returns the children of a map or a list of maps. Other lists count as one value. */
function childrenOf({ schema, value, path }: Visit): readonly Visit[] | undefined {
  const child = (key: string | number, inside: JsonValue | undefined): Visit => ({
    schema: childOf(schema, key),
    value: inside,
    path: [...path, key],
  });
  const keys = keysOf(schema);
  if (keys !== undefined && (value !== undefined || schema instanceof z.ZodPrefault)) {
    return keys.map((key) => child(key, below(value, key)));
  }
  if (isJsonObject(value)) return Object.entries(value).map(([key, each]) => child(key, each));
  if (!isJsonArray(value) || !value.some(isJsonObject)) return undefined;
  return value.map((each, index) => child(index, each));
}

function below(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) ? own(value, key) : undefined;
}

function* defaultOf(schema: unknown, path: Path): Generator<Leaf> {
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)) return;
  const value = schema.def.defaultValue;
  if (isSimple(value)) yield { path, value, byDefault: true };
}

function isSimple(value: unknown): value is JsonValue {
  return isJsonArray(value) || ["string", "number", "boolean"].includes(typeof value);
}

// Passwords, values in `env` and gateway keys may be secrets, unless they only name a variable. Addresses may
// hold a password.
function withoutSecrets(path: Path, value: JsonValue): JsonValue {
  if (path.at(-1) === "args") return withoutSecretArguments(value);
  if (typeof value !== "string") return value;
  if (mayOpen(path)) return isReference(value) ? value : notShown;
  return /^[a-z][\w+.-]*:\/\//i.test(value) ? shownAddress(path, value) : value;
}

function shownAddress(path: Path, value: string): string {
  const url = URL.parse(value);
  if (url === null) return notShown;
  const isSecret = isOfReceiver(path) && url.pathname.length > 1;
  if (isSecret) return `${url.protocol}//${url.host}/${notShown}`;
  return /[@?#]/.test(value) ? addressOf(url) : value;
}

/** The path of a chat webhook is a secret in itself. */
function isOfReceiver(path: Path): boolean {
  return path.at(-3) === "notify" && path.at(-1) === "url";
}

function withoutSecretArguments(value: JsonValue): JsonValue {
  const isList = isJsonArray(value) && value.every((each) => typeof each === "string");
  return isList ? shownArguments(value) : value;
}

function mayOpen(path: Path): boolean {
  const [within, key] = [path.at(-2), path.at(-1)];
  const isKey = key === "key" && (within === "gateway" || within === "model");
  return (
    within === "env" ||
    within === "headers" ||
    isKey ||
    key === "context_key" ||
    key === "client_secret" ||
    key === "password"
  );
}
