import { YamlText } from "@toolcourt/contracts/internal/documents/document";
import { type Problem, schemaProblems } from "@toolcourt/contracts/internal/documents/problems";
import { type Path, pathText } from "@toolcourt/contracts/internal/documents/wording";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import {
  type Config,
  type ConfigFile,
  configSchema,
  relationProblems,
  toConfig,
} from "./config.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Origin } from "./origin.ts";
import { type Overridden, override } from "./overrides.ts";
import {
  fillReferences,
  type Referring,
  type ServerReferences,
  unreadSecrets,
} from "./server-references.ts";
import type { Environment } from "./variables.ts";

export type { Origin } from "./origin.ts";

export interface ConfigSource extends Referring {
  /** The file name in messages. Unset for our own text. */
  readonly file?: string;
}

export interface ConfigReading {
  /** The raw values, overrides applied. */
  readonly written: JsonObject;
  /** The parsed values. */
  readonly file: ConfigFile;
  readonly originOf: ReturnType<typeof createOriginOf>;
  readonly references: ServerReferences;
  /** What is valid but should be written differently. */
  readonly warnings: readonly string[];
}

/**
 * Parses a configuration file. Refuses it with `config-invalid` and all mistakes at once.
 *
 * @example
 * ```ts
 * const config = loadConfig("toolbox: { local: [workspace] }", { file: "toolcourt.yaml", environment: {} });
 * ```
 */
export function loadConfig(text: string, source: ConfigSource): Config {
  const { file, references, warnings } = readConfig(text, source);
  const config = toConfig(file, source.environment, references.environment);
  return {
    ...config,
    fingerprint: fingerprintOf(references.file, references.environment),
    ...(warnings.length > 0 && { warnings }),
    ...(references.secrets.length > 0 && { secrets: references.secrets }),
  };
}

/** Returns the format of the log that a configuration asks for, even if it is invalid elsewhere. */
export function logFormatIn(
  text: string,
  { environment }: ConfigSource,
): Config["telemetry"]["format"] {
  const { value } = override(new YamlText(text).value ?? {}, environment, configSchema);
  const telemetry = own(value, "telemetry");
  return isJsonObject(telemetry) && own(telemetry, "format") === "json" ? "json" : "text";
}

/** Reports whether a configuration asks for workers, even if it is invalid elsewhere. */
export function namesWorkers(text: string, { environment }: ConfigSource): boolean {
  const { value } = override(new YamlText(text).value ?? {}, environment, configSchema);
  const server = own(value, "server");
  return isJsonObject(server) && (own(server, "workers") ?? 1) !== 1;
}

/** The configuration without a file: all workspace tools. */
export const defaultText = `toolbox:
  local: [workspace]
  tools:
    - name: hello
    - name: read_repo_file
    - name: write_memory_entry
`;

export function defaultConfig(environment: Environment = {}): Config {
  return loadConfig(defaultText, { environment });
}

/** Reads a configuration. Refuses it with all mistakes at once, each with its position. */
export function readConfig(text: string, source: ConfigSource): ConfigReading {
  const yaml = new YamlText(text);
  const flaws = yaml.flaws.map((flaw) => ({ ...flaw, text: flaw.message }));
  if (yaml.value === undefined) throw invalid(source, flaws);

  const overridden = override(yaml.value, source.environment, configSchema);
  const originOf = createOriginOf(yaml, overridden, source);
  const references = fillReferences(overridden.value, source, originOf);
  const parsed = configSchema.safeParse(references.file);
  const mistakes = [
    ...schemaProblems(configSchema, parsed.error?.issues ?? []),
    ...references.problems,
    ...relationProblems(references.file, source.environment, references.environment),
  ].map((problem) => placed(problem, originOf(problem.path, problem.part)));
  const refusedVariables = overridden.problems.map(({ variable, message }) => ({
    ...nowhere,
    origin: pathText([variable]),
    text: message,
  }));
  const all = [...flaws, ...mistakes, ...refusedVariables];
  if (!parsed.success || all.length > 0) throw invalid(source, all);
  const warnings = [...overridden.warnings, ...exposedArguments(references, originOf)];
  return { written: overridden.value, file: parsed.data, originOf, references, warnings };
}

/** All programs of this machine can read the arguments of a program, and not its environment. */
function exposedArguments(
  { exposed }: ServerReferences,
  originOf: ConfigReading["originOf"],
): readonly string[] {
  const message = "This puts a secret into an argument, which all programs here can read; use env.";
  return exposed.map((path) => {
    const origin = originOf(path);
    const place = origin.kind === "file" ? `${origin.file}:${origin.line}:${origin.column} ` : "";
    return `${place}${pathText(path)}: ${message}`;
  });
}

/** Returns the sources that a configuration names, each once. Variables are none. */
export function sourcesNamed(text: string, source: ConfigSource): readonly string[] {
  const yaml = new YamlText(text);
  if (yaml.value === undefined) return [];
  const overridden = override(yaml.value, source.environment, configSchema);
  const named = new Set<string>();
  const secrets = (reference: string) => {
    named.add(reference);
    return unreadSecrets(reference);
  };
  fillReferences(
    overridden.value,
    { ...source, secrets },
    createOriginOf(yaml, overridden, source),
  );
  return [...named];
}

/** Returns the refusal of a valid configuration that does not fit what the gateway has found. */
export function unfitting(
  text: string,
  source: ConfigSource,
  problems: readonly Problem[],
): Refusal<"config-invalid"> {
  const { originOf } = readConfig(text, source);
  return invalid(
    source,
    problems.map((each) => placed(each, originOf(each.path, each.part))),
  );
}

interface Placed {
  readonly line: number;
  readonly column: number;
  /** Replaces the position in the file. */
  readonly origin?: string;
  readonly text: string;
}

/** Sorts after all positions in the file. */
const nowhere = { line: Number.POSITIVE_INFINITY, column: 0 };

function placed({ path, message }: Problem, origin: Origin): Placed {
  const text = path.length === 0 ? message : `${pathText(path)}: ${message}`;
  if (origin.kind === "file") return { line: origin.line, column: origin.column, text };
  return {
    ...nowhere,
    origin: origin.kind === "variable" ? pathText([origin.name]) : "default",
    text,
  };
}

function invalid({ file }: ConfigSource, problems: readonly Placed[]): Refusal<"config-invalid"> {
  const lines = problems
    .toSorted((a, b) => compare(a.line, b.line) || a.column - b.column)
    .map(({ line, column, origin, text }) => `${origin ?? `${file}:${line}:${column}`} ${text}`);
  return new Refusal("config-invalid", {
    file: file ?? "The environment",
    problems: [...new Set(lines)],
  });
}

// Subtraction would yield NaN for two infinities.
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function createOriginOf(yaml: YamlText, { overrides }: Overridden, { file }: ConfigSource) {
  return (path: Path, part: Problem["part"] = "value"): Origin => {
    const here = overrides.find((each) => isPrefix(each.path, path));
    if (here !== undefined) return { kind: "variable", name: here.variable };
    if (file === undefined) return { kind: "default" };
    return { kind: "file", file, ...yaml.positionOf(path, part) };
  };
}

function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.every((part, index) => part === path[index]);
}
