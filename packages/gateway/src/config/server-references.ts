import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  readReference,
  type SourceReference,
  shownForms,
  sourceKinds,
} from "../boundary/secrets/sources/forms.ts";
import { envFileKey } from "./child-environment.ts";
import { entries, problem, toolboxOf } from "./entries.ts";
import { readEnvFile } from "./env-file.ts";
import type { Origin } from "./origin.ts";
import { withValue } from "./overrides.ts";
import {
  type Environment,
  type Expansion,
  expandReferences,
  expandVariables,
  isPlainVariable,
  isVariableName,
  refused,
} from "./variables.ts";

/** Values of the sources that references name, by the text between the braces. */
export type SecretValues = (reference: string) => Expansion;

/** Stands for a value that is not read. The name leads nowhere, should it be used by mistake. */
const unreadText = "unread.value.of.a.server.that.is.not.opened.invalid";
const unread: Expansion = { kind: "text", text: unreadText };

/** Checks references without reading them, for commands that open no server. */
export const unreadSecrets: SecretValues = () => unread;

/** How references of servers are resolved. */
export interface Referring {
  readonly environment: Environment;
  /** Default: sources other than variables are refused. */
  readonly secrets?: SecretValues | undefined;
  /** Leaves all references of servers unread. Default: off. */
  readonly opensNoServer?: true | undefined;
  /** The only server whose references are read. Default: all are. */
  readonly onlyServer?: string | undefined;
}

export interface ServerReferences {
  /** The file, with the references in `url`, `command` and `args` filled in. */
  readonly file: JsonObject;
  /** The environment of the other places: variables, and sources by their reference. */
  readonly environment: Environment;
  readonly problems: readonly Problem[];
  /** Values to redact. */
  readonly secrets: readonly string[];
  /** Arguments with a secret. */
  readonly exposed: readonly Path[];
}

/** Resolves the references of all servers. Reports every refused one. */
export function fillReferences(
  file: JsonObject,
  referring: Referring,
  originOf: (path: Path) => Origin,
): ServerReferences {
  const found = new Map<string, string>();
  const problems: Problem[] = [];
  const secrets = new Set<string>();
  const exposed: Path[] = [];
  let filled = file;
  const referringOf = (server: JsonValue | undefined): Referring =>
    isRead(server, referring) ? referring : { ...referring, opensNoServer: true };
  for (const { key, at, text, server } of readLast(textsIn(file), referring)) {
    const expansion = expandReferences(text, (reference) => {
      const value = lookUp(reference, { ...referringOf(server), key, origin: originOf(at) });
      found.set(reference, value.kind === "text" ? value.text : unreadText);
      if (value.kind === "refused" || !isSecret(reference, key)) return value;
      for (const secret of secretsOf(reference, value.text, referring)) secrets.add(secret);
      if (key === "args") exposed.push(at);
      return value;
    });
    if (expansion.kind === "refused") problems.push(problem(at, expansion.problem));
    if (early.has(key)) filled = withValue(filled, at, valueFor(key, expansion));
  }
  for (const named of readLast(namedIn(file), referring)) {
    const origin = originOf(named.at);
    const value = lookUp(named.reference, { ...referringOf(named.server), ...named, origin });
    const given = givenBy(named, value);
    problems.push(...given.problems);
    if (value.kind === "text") found.set(given.name, given.text);
    for (const secret of given.secrets.filter(isLong)) secrets.add(secret);
  }
  const environment = { ...referring.environment, ...Object.fromEntries(found) };
  return { file: filled, environment, problems, secrets: [...secrets], exposed };
}

function isRead(server: JsonValue | undefined, { onlyServer }: Referring): boolean {
  return onlyServer === undefined || server === onlyServer;
}

/** Servers can share a variable, and a value that was read must stay. */
function readLast<Placed extends { readonly server: JsonValue | undefined }>(
  placed: readonly Placed[],
  referring: Referring,
): readonly Placed[] {
  if (referring.onlyServer === undefined) return placed;
  const ours = placed.filter(({ server }) => isRead(server, referring));
  return [...placed.filter(({ server }) => !isRead(server, referring)), ...ours];
}

/** The places of references. */
const places = ["url", "command", "args", "env", "headers", "context_key"] as const;
type Place = (typeof places)[number] | NamedText["key"];

/** Filled in before the schema reads the file. The other places are expanded where they are read. */
const early: ReadonlySet<Place> = new Set(["url", "command", "args"]);

interface PlacedText {
  readonly key: Place;
  readonly at: Path;
  readonly text: string;
  /** The name of its server. */
  readonly server: JsonValue | undefined;
}

function textsIn(file: JsonObject): readonly PlacedText[] {
  const { path, toolbox } = toolboxOf(file);
  const servers = entries(toolbox, path, "mcps");
  return servers
    .flatMap((server) =>
      places.flatMap((key) =>
        textsAt([...server.path, key], own(server.value, key)).map(([at, text]) => ({
          key,
          at,
          text,
          server: own(server.value, "name"),
        })),
      ),
    )
    .filter(({ text }) => text.includes("${"));
}

function textsAt(at: Path, value: JsonValue | undefined): readonly (readonly [Path, string])[] {
  if (typeof value === "string") return [[at, value]];
  const children: readonly (readonly [string | number, JsonValue])[] = isJsonArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return children.flatMap(([key, each]) =>
    typeof each === "string" ? [[[...at, key], each] as const] : [],
  );
}

/** A variable or a file that is named without braces. */
interface NamedText {
  readonly key: "inherit_env" | "env_file";
  readonly at: Path;
  readonly reference: string;
  /** The name of its server. */
  readonly server: JsonValue | undefined;
}

/** Invalid names are left to the schema. */
function namedIn(file: JsonObject): readonly NamedText[] {
  const { path, toolbox } = toolboxOf(file);
  return entries(toolbox, path, "mcps").flatMap((entry): readonly NamedText[] => {
    const server = own(entry.value, "name");
    return [
      ...textsAt([...entry.path, "inherit_env"], own(entry.value, "inherit_env"))
        .filter(([, name]) => isVariableName(name))
        .map(([at, reference]) => ({ key: "inherit_env", at, reference, server }) as const),
      ...textsAt([...entry.path, "env_file"], own(entry.value, "env_file"))
        .filter(([, where]) => where !== "")
        .map(
          ([at, where]) => ({ key: "env_file", at, reference: `file:${where}`, server }) as const,
        ),
    ];
  });
}

interface Given {
  /** The key of the text in the environment of the servers. */
  readonly name: string;
  readonly text: string;
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

function givenBy({ key, at, reference }: NamedText, value: Expansion): Given {
  if (value.kind === "refused") {
    return { name: "", text: "", secrets: [], problems: [problem(at, value.problem)] };
  }
  const { text } = value;
  if (key === "inherit_env") return { name: reference, text, secrets: [], problems: [] };
  const { values, flaws } = readEnvFile(text === unreadText ? "" : text);
  return {
    name: envFileKey(reference.slice("file:".length)),
    text: text === unreadText ? "" : text,
    secrets: Object.values(values),
    problems: flaws.map(({ line, message }) => problem(at, `Line ${line} of the file: ${message}`)),
  };
}

/** A refused or unread address would only be reported a second time, as no address. */
function valueFor(key: Place, expansion: Expansion): string {
  const text = expansion.kind === "text" ? expansion.text : unreadText;
  return key === "url" && text.includes(unreadText) ? `http://${unreadText}/` : text;
}

interface Looking extends Referring {
  readonly key: Place;
  readonly origin: Origin;
}

function lookUp(reference: string, looking: Looking): Expansion {
  const source = sourceOf(reference);
  if (source === undefined) return refused(reference.includes(":") ? unknownSource : noName);
  if (source.kind === "cmd" && looking.origin.kind !== "file") return refused(onlyInFile);
  if (looking.opensNoServer !== true) return valueOf(reference, source, looking);
  return looking.key === "url" ? addressPart(reference, source, looking) : unread;
}

/** Signing in to a server needs its address, if it is known here. */
function addressPart(reference: string, source: SourceReference, looking: Looking): Expansion {
  const value = source.kind === "env" ? valueOf(reference, source, looking) : unread;
  return value.kind === "text" ? value : unread;
}

function valueOf(
  reference: string,
  { kind, where }: SourceReference,
  { environment, secrets }: Referring,
): Expansion {
  if (kind === "env") return expandVariables(`\${${where}}`, environment);
  return secrets?.(reference) ?? refused(notRead);
}

function sourceOf(reference: string): SourceReference | undefined {
  return isVariableName(reference) ? { kind: "env", where: reference } : readReference(reference);
}

const noName = "Name a variable by letters, digits and underscores: ${NAME}.";
const unknownSource = `Name a variable as \${NAME}, or a source in braces: ${shownForms(sourceKinds)}. Write $\${ for a plain \${.`;
const onlyInFile = "A command may stand only in the file, not in a variable.";
const notRead = "Only variables are read here; open a gateway to read other sources.";

/** Variables in `env` and `headers` are judged where those are converted. */
function isSecret(reference: string, key: Place): boolean {
  const name = reference.replace(/^env:/, "");
  if (!isVariableName(name)) return true;
  return key !== "env" && key !== "headers" && !isPlainVariable(name);
}

/** Shorter values are not treated as secrets: redacting them would damage ordinary text. */
const minLength = 6;

/** Returns the value, and the token that opened its source. */
function secretsOf(
  reference: string,
  value: string,
  { environment }: Referring,
): readonly string[] {
  const token = reference.startsWith("vault:") ? (environment["VAULT_TOKEN"] ?? "") : "";
  return [value, token].filter((each) => isLong(each) && each !== unreadText);
}

function isLong(secret: string): boolean {
  return secret.length >= minLength;
}
