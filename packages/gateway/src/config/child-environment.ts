import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { Transport } from "../upstreams/transport.ts";
import { type Entry, isText, problem } from "./entries.ts";
import { readEnvFile } from "./env-file.ts";
import {
  type Environment,
  expanded,
  expandedValues,
  expandVariables,
  isPlainVariable,
  isVariableName,
} from "./variables.ts";

/** The keys of an entry that make the environment of its program. */
interface ChildKeys {
  readonly inherit_env?: readonly string[];
  readonly env_file?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the key under which the text of an environment file is found. No variable has it. */
export function envFileKey(path: string): string {
  return `env_file:${path}`;
}

/** Builds the environment of a program: `env` over `env_file` over `inherit_env`. */
export function toChildEnvironment(
  { inherit_env: inherited = [], env_file: file, env = {} }: ChildKeys,
  environment: Environment,
): Pick<Transport<"stdio">, "env" | "plainNames"> {
  const { values } = readEnvFile(file === undefined ? "" : (environment[envFileKey(file)] ?? ""));
  const passed = inherited.map((name) => [name, expanded(`\${${name}}`, environment)] as const);
  const isKept = (name: string): boolean =>
    !Object.hasOwn(values, name) && !Object.hasOwn(env, name);
  const plain = inherited.filter((name) => isPlainVariable(name) && isKept(name));
  return {
    env: { ...Object.fromEntries(passed), ...values, ...expandedValues(env, environment) },
    ...(plain.length > 0 && { plainNames: plain }),
  };
}

/** Finds variables of `env` that cannot be set as written. */
export function* variableProblems(
  { path, value }: Entry,
  environment: Environment,
): Generator<Problem> {
  const given = own(value, "env");
  if (!isJsonObject(given)) return;
  for (const [name, each] of Object.entries(given)) {
    const at = [...path, "env", name];
    if (!isVariableName(name)) {
      yield problem(at, "Name a variable by letters, digits and underscores.", "key");
    }
    const expansion = isText(each) ? expandVariables(each, environment) : undefined;
    if (expansion?.kind === "refused") yield problem(at, expansion.problem);
  }
}
