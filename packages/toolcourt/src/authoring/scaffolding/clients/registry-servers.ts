import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { Concealment, isHarmless } from "./conceal.ts";
import { foundHeaders, type GivenHeader } from "./found-headers.ts";
import {
  type FoundServer,
  type FoundServers,
  type SkippedServer,
  serverName,
} from "./found-server.ts";

const used = new Set(["$schema", "name", "title", "description", "version", "packages", "remotes"]);

/**
 * Reads the server of a registry's `server.json`: its first startable package, else its first
 * remote.
 */
export function readRegistryServer(file: JsonObject): FoundServers | undefined {
  const [packages, remotes] = [objectsIn(own(file, "packages")), objectsIn(own(file, "remotes"))];
  const whole = own(file, "name");
  if (typeof whole !== "string" || packages.length + remotes.length === 0) return undefined;
  // In `io.github.ada/weather`, the part before the slash names the owner.
  const name = serverName(whole.slice(whole.lastIndexOf("/") + 1));
  const conceal = new Concealment();
  const started = packages.find((each) => launcherOf(each) !== undefined && isStdio(each));
  const [remote] = remotes;
  const read = readFirst({ name, started, remote }, conceal.reference);
  const others = packages.length + remotes.length - 1;
  return {
    servers: "transport" in read ? [withOthers(read, others)] : [],
    skipped: "transport" in read ? [] : [read],
    unknown: Object.keys(file).filter((key) => !used.has(key)),
    variables: conceal.names(),
  };
}

type Reference = (wish: string, value: string, server: string) => string;

interface Offered {
  readonly name: string;
  readonly started: JsonObject | undefined;
  readonly remote: JsonObject | undefined;
}

function readFirst(
  { name, started, remote }: Offered,
  reference: Reference,
): FoundServer | SkippedServer {
  if (started !== undefined) return packaged(name, started, reference);
  if (remote !== undefined) return atAddress(name, remote, reference);
  return { name, because: "none of its packages can be started over standard input and output" };
}

function withOthers(server: FoundServer, others: number): FoundServer {
  if (others === 0) return server;
  const note = `There are ${others} other ways to run it in the file; this is the first that works here.`;
  return { ...server, notes: [...server.notes, note] };
}

interface Launcher {
  readonly command: string;
  readonly before: readonly string[];
  readonly reference: (identifier: string, version: string) => string;
}

const launchers: Readonly<Record<string, Launcher>> = {
  npm: { command: "npx", before: ["-y"], reference: (id, version) => `${id}@${version}` },
  pypi: { command: "uvx", before: [], reference: (id, version) => `${id}==${version}` },
  nuget: { command: "dnx", before: ["--yes"], reference: (id, version) => `${id}@${version}` },
  oci: {
    command: "docker",
    before: ["run", "-i", "--rm"],
    reference: (id, version) => (/[:@][^/]*$/.test(id) ? id : `${id}:${version}`),
  },
};

function launcherOf(offered: JsonObject): Launcher | undefined {
  const type = own(offered, "registryType") ?? own(offered, "registry_type");
  return typeof type === "string" && Object.hasOwn(launchers, type) ? launchers[type] : undefined;
}

function isStdio(offered: JsonObject): boolean {
  const transport = own(offered, "transport");
  return !isJsonObject(transport) || own(transport, "type") === "stdio";
}

function packaged(
  name: string,
  offered: JsonObject,
  reference: Reference,
): FoundServer | SkippedServer {
  const launcher = launcherOf(offered);
  const [identifier, version] = [textAt(offered, "identifier"), textAt(offered, "version")];
  if (launcher === undefined || identifier === undefined) {
    return { name, because: "its package has no identifier" };
  }
  const hint = textAt(offered, "runtimeHint") ?? launcher.command;
  const given = variablesOf(name, offered, reference);
  const [runtime, behind] = [
    argumentsOf(offered, "runtimeArguments"),
    argumentsOf(offered, "packageArguments"),
  ];
  const inside = launcher.command === "docker" ? Object.keys(given.env) : [];
  const what = version === undefined ? identifier : launcher.reference(identifier, version);
  const args = [
    ...launcher.before.filter((arg) => !runtime.args.includes(arg)),
    ...runtime.args,
    ...inside.flatMap((variable) => ["-e", variable]),
    what,
    ...behind.args,
  ];
  const missing = [...runtime.missing, ...behind.missing];
  return {
    name,
    transport: { kind: "stdio", command: hint, args, env: given.env },
    notes: [
      ...given.notes,
      ...missing.map((each) => `Put a value in place of ${each} among args.`),
    ],
    leftOut: [],
    unfinished: missing.length > 0,
  };
}

function variablesOf(
  server: string,
  offered: JsonObject,
  reference: Reference,
): { readonly env: Readonly<Record<string, string>>; readonly notes: readonly string[] } {
  const variables = objectsIn(own(offered, "environmentVariables")).flatMap((variable) => {
    const name = textAt(variable, "name");
    return name === undefined ? [] : [{ name, ...settingOf(name, variable) }];
  });
  const set = variables.flatMap(({ name, wanted, value }) =>
    wanted ? [[name, value ?? reference(name, "", server)] as const] : [],
  );
  const optional = variables.filter(({ wanted }) => !wanted).map(({ name }) => name);
  const notes =
    optional.length === 0 ? [] : [`It also reads ${optional.join(", ")}, if set in env.`];
  return { env: Object.fromEntries(set), notes };
}

/** Returns whether a variable must be set, and its value if that is not secret. */
function settingOf(
  name: string,
  variable: JsonObject,
): { readonly wanted: boolean; readonly value: string | undefined } {
  const secret = own(variable, "isSecret") === true;
  const said = secret ? undefined : saidIn(variable);
  const value = said !== undefined && isHarmless(name, said) ? said : undefined;
  const wanted = value !== undefined || secret || own(variable, "isRequired") === true;
  return { wanted, value };
}

function saidIn(input: JsonObject): string | undefined {
  return textAt(input, "value") ?? textAt(input, "default");
}

interface Arguments {
  readonly args: readonly string[];
  /** Placeholders for values that only the reader knows. */
  readonly missing: readonly string[];
}

function argumentsOf(offered: JsonObject, key: string): Arguments {
  const read = objectsIn(own(offered, key)).map(argumentOf);
  return {
    args: read.flatMap(({ args }) => args),
    missing: read.flatMap(({ missing }) => missing),
  };
}

function argumentOf(argument: JsonObject): Arguments {
  const flag = own(argument, "type") === "named" ? textAt(argument, "name") : undefined;
  const { args, missing } = valueOf(argument, flag ?? "value");
  // A named argument without a value hint is a switch. Optional values are omitted.
  const alone = args.length === 0 && textAt(argument, "valueHint") !== undefined;
  return { args: flag === undefined || alone ? args : [flag, ...args], missing };
}

function valueOf(argument: JsonObject, called: string): Arguments {
  const secret = own(argument, "isSecret") === true;
  const value = secret ? undefined : saidIn(argument);
  // Braces mark parts to fill in.
  if (value?.includes("{") === false) return { args: [value], missing: [] };
  const needed = secret || value !== undefined || own(argument, "isRequired") === true;
  const blank = `<${textAt(argument, "valueHint") ?? called}>`;
  return needed ? { args: [blank], missing: [blank] } : { args: [], missing: [] };
}

function atAddress(
  name: string,
  remote: JsonObject,
  reference: Reference,
): FoundServer | SkippedServer {
  const url = textAt(remote, "url") ?? "";
  const address = URL.parse(url);
  if (address === null || url.includes("{") || !/^https?:$/.test(address.protocol)) {
    return { name, because: "its address has to be filled in first" };
  }
  const given = objectsIn(own(remote, "headers")).flatMap((each) => headerOf(each) ?? []);
  const kind = own(remote, "type") === "sse" ? "sse" : "streamable_http";
  const { headers, notes } = foundHeaders(name, given, reference);
  return {
    name,
    transport: { kind, url: `${address.origin}${address.pathname}`, headers },
    notes,
    leftOut: [],
    unfinished: false,
  };
}

/** Returns a header that must be sent. Braces mark parts to fill in, so they are a reference. */
function headerOf(header: JsonObject): GivenHeader | undefined {
  const name = textAt(header, "name");
  const { wanted, value } = settingOf(name ?? "", header);
  if (name === undefined || !wanted) return undefined;
  return { name, value: value ?? textAt(header, "value") ?? "" };
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function textAt(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
