import {
  canonicalJson,
  digestOf,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { envFileKey } from "./child-environment.ts";
import { entries, toolboxOf } from "./entries.ts";
import { type Environment, expandVariables } from "./variables.ts";

/**
 * A configuration with each text replaced by a digest of its value. Two of them can be compared,
 * secrets included, and none can be read.
 */
export type Fingerprint = JsonObject;

/** Takes the fingerprint of a file, with the values that its references have now. */
export function fingerprintOf(file: JsonObject, environment: Environment): Fingerprint {
  const taken = fingerprint(file, { environment });
  return isJsonObject(taken) ? taken : {};
}

interface Taking {
  readonly environment: Environment;
  /** The key of the value. Default: none. */
  readonly key?: string;
}

function fingerprint(value: JsonValue, { environment, key }: Taking): JsonValue {
  if (typeof value === "string") return digestOf(valueOf(value, { environment, key: key ?? "" }));
  if (isJsonArray(value)) return value.map((each) => fingerprint(each, { environment }));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      fingerprint(each, { environment, key: name }),
    ]),
  );
}

/** A file of variables counts by its text: its path stays the same when a value changes. */
function valueOf(text: string, { environment, key }: Required<Taking>): string {
  if (key === "env_file") return environment[envFileKey(text)] ?? text;
  if (!text.includes("${")) return text;
  const expansion = expandVariables(text, environment);
  return expansion.kind === "text" ? expansion.text : text;
}

/** The entry of one server, or of one set of HTTP tools, in a form to compare. */
export function serverFingerprint(of: Fingerprint, server: string): string | undefined {
  const name = digestOf(server);
  const { path, toolbox } = toolboxOf(of);
  const all = [...entries(toolbox, path, "mcps"), ...entries(toolbox, path, "http")];
  const entry = all.find(({ value }) => own(value, "name") === name)?.value;
  return entry && canonicalJson(entry);
}
