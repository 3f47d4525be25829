import { isJsonArray, type JsonObject, parseJson } from "@toolcourt/sdk";
import { echoes } from "./echo-server.ts";
import { childrenOf, filesIn, shownOf, textPlace } from "./places.ts";
import { given, openCanaryRig, type Rig } from "./rig.ts";
import { envFile, sets } from "./rig-config.ts";
import { echoPrefixes, sealed, secretFiles } from "./sealed-servers.ts";
import { type Hit, type Place, search } from "./search.ts";
import { type Speaker, speakAs } from "./speak-as.ts";
import { mcpHeaderName, tokenFile } from "./stored.ts";
import { toolNames } from "./targets.ts";

export interface CanaryReport {
  readonly hits: readonly Hit[];
  readonly credentials: number;
  readonly places: number;
  readonly answers: number;
  /** Answers with a redacted part. Zero would mean that no server echoed a credential. */
  readonly hidden: number;
  /** Requests to an allowed destination that carried a stored credential. */
  readonly sent: number;
  /** Credentials that reached the MCP server or the vault that they are for. */
  readonly reached: number;
  /** Results kept by the store. */
  readonly kept: number;
  /** Batches of traces that carried their token. */
  readonly traced: number;
  /** Requests that reached the redirect target. */
  readonly astray: number;
}

export interface CanaryRun {
  readonly seed: number;
  readonly isShort: boolean;
  /**
   * A store other than the file beside the configuration, and its data folder. Default: that file.
   */
  readonly store?: { readonly url: URL; readonly folder: string };
}

/** Uses every credential, validly and invalidly, then searches for all of them everywhere. */
export async function runCanary({ seed, isShort, store }: CanaryRun): Promise<CanaryReport> {
  await using rig = await openCanaryRig(seed, { store: store?.url });
  const answers = await useEverything(rig, isShort ? speakers.slice(0, 2) : speakers);
  const before = await placesOf(rig);
  await rig.gateway[Symbol.asyncDispose]();
  const after = [
    ...filesOf(rig),
    ...(store === undefined ? [] : filesIn(store.folder, () => false)),
    textPlace("what the gateway printed", rig.gateway.printed()),
    receivedBy("the trace receiver", rig.traces.bodies.join("\n")),
  ];
  const places = [...answers, ...before, ...after];
  rig.stored.canaries();
  const { targets, canaries } = rig;
  return {
    hits: search(canaries.all(), places),
    credentials: canaries.all().length,
    places: places.length,
    answers: answers.length,
    hidden: answers.filter(({ bytes }) => bytes.includes("***")).length,
    sent: targets.own.requests(),
    reached: reachedIn(rig),
    kept: await keptIn(rig),
    traced: rig.traces.headers.filter(({ authorization }) => authorization !== undefined).length,
    astray: targets.other.requests(),
  };
}

const speakers: readonly Omit<Speaker, "url" | "bearer">[] = [
  { era: "modern", hears: false },
  { era: "legacy", hears: true },
  { era: "modern", hears: true },
  { era: "legacy", hears: false },
];

async function useEverything(
  { gateway, bearers, stored }: Rig,
  some: typeof speakers,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const [who, bearer] of Object.entries(bearers)) {
    for (const speaker of some) {
      const all = requests(bearer, [...stored.names, ...Object.values(sets)]);
      // A refused bearer is refused for every method, so a few are enough.
      for (const [method, params] of who === "wrong" ? all.slice(0, 10) : all) {
        const answer = await speakAs({ url: gateway.url, bearer, ...speaker }, method, params);
        const name = `${method} ${JSON.stringify(params).slice(0, 80)}`;
        places.push(textPlace(`answer to ${name} by ${who}, ${speaker.era}`, answer));
      }
    }
  }
  return places;
}

type Request = readonly [method: string, params: JsonObject];

function requests(bearer: string, all: readonly string[]): readonly Request[] {
  return [
    ["tools/list", {}],
    ["resources/read", { uri: "file:///note" }],
    ["prompts/list", {}],
    ["prompts/get", { name: "greet" }],
    call("child-says"),
    call("sealed-child-says"),
    call("as-text", { unknown: 1 }),
    call(`no-such-tool ${bearer}`),
    ...["", ...echoPrefixes].flatMap((prefix) => echoes.map((name) => call(`${prefix}${name}`))),
    ...echoPrefixes.flatMap((prefix) => relayed(prefix)),
    ...all.flatMap(toolNames).map((name) => call(name)),
    ...all.flatMap((set) => hostile.map((name) => call(`${set}-named`, { name }))),
    ...["token", "foreign", "none"].flatMap((connection_id) =>
      toolNames(sets.named).map((name) => call(name, { connection_id })),
    ),
  ];
}

function relayed(prefix: string): readonly Request[] {
  return [
    ["resources/read", { uri: `file:///${prefix}note` }],
    ["prompts/get", { name: `${prefix}greet` }],
  ];
}

function call(name: string, args: JsonObject = {}): Request {
  return ["tools/call", { name, arguments: args }];
}

/** Names that would lead elsewhere if interpreted as more than a name. */
const hostile = [
  "../echo",
  "..%2f..%2fecho",
  "//other.example/x",
  "http://other.example/",
  "@other.example",
  "x\r\nhost: other.example",
  "?label=1#x",
];

const commands: readonly (readonly string[])[] = [
  ["audit", "export"],
  ["audit", "unfinished"],
  ["approvals", "list"],
  ["connections", "list"],
  ["connections", "list", "--json"],
  ["connections", "show", "token"],
  ["connections", "show", "guarded"],
  ["connections", "show", "mcp-oauth", "--json"],
  ["connections", "test", "oauth"],
  ["connections", "test", "mcp-oauth"],
  ["effective"],
  ["effective", "--json"],
  ["servers"],
  ["servers", "--json"],
  ["explain", "headed-as-text"],
  ["explain", "down"],
  ["results", "list"],
];

async function placesOf(rig: Rig): Promise<readonly Place[]> {
  const { gateway, echo, metrics, targets, management, stored } = rig;
  const children = childrenOf(gateway.pid).flatMap((pid) =>
    shownOf({ pid, name: `child ${pid}`, given: ofChildren, argued: [sealed.argument] }),
  );
  const shown: Place[] = [];
  for (const args of commands) {
    // A command may fail, since one server is down. Its output counts all the same.
    const output = await rig.command(...args).catch(String);
    shown.push(textPlace(`toolcourt ${args.join(" ")}`, output));
  }
  const ofConnections = stored.canaries().filter((name) => name !== "token of another tenant");
  const passed = management.seen.map(({ rawHeaders }) => rawHeaders.join(" ")).join("\n");
  return [
    ...filesOf(rig),
    ...shownOf({
      pid: gateway.pid,
      name: "the gateway",
      given: [given.child, given.inherited, given.management, given.traces, ...ofVariables],
    }),
    ...children,
    ...shown,
    { ...textPlace("what commands printed", stored.printed()), mayHold: stored.states() },
    textPlace("readiness", await (await fetch(new URL("/readyz", gateway.url))).text()),
    ...sealedPlaces(rig, ofConnections),
    textPlace("metrics", await (await fetch(metrics)).text()),
    receivedBy("servers", echo.received(), given.servers),
    receivedBy("the API of the connections", targets.own.received(), ofConnections),
    receivedBy("another API", targets.other.received()),
    receivedBy("API Management", passed, [given.management]),
  ];
}

const ofChildren = [
  given.child,
  given.inherited,
  given.inFile,
  sealed.file,
  sealed.command,
  sealed.keyring,
  sealed.vault,
  sealed.failing,
];

/** Canaries in variables of the gateway's process. */
const ofVariables = [
  sealed.header,
  sealed.context,
  sealed.argument,
  sealed.failing,
  sealed.down,
  sealed.vaultToken,
];

function sealedPlaces({ sealed: servers }: Rig, ofConnections: readonly string[]): Place[] {
  const { echoes: at, vault } = servers;
  const asked = vault.seen.map(({ rawHeaders }) => rawHeaders.join(" ")).join("\n");
  return [
    receivedBy("a server with headers", at["headed-"].received(), [sealed.header, sealed.file]),
    receivedBy("a server with a login", at["signed-"].received(), ofConnections),
    receivedBy("a server with a connection", at["keyed-"].received(), [mcpHeaderName]),
    receivedBy("Vault", asked, [sealed.vaultToken]),
  ];
}

/** Counts the credentials that arrived. Zero would mean that no server got one to echo. */
function reachedIn(rig: Rig): number {
  const { canaries, stored } = rig;
  const places = sealedPlaces(rig, stored.canaries()).map((place) => ({ ...place, mayHold: [] }));
  return new Set(search(canaries.all(), places).map(({ canary }) => canary)).size;
}

function receivedBy(name: string, text: string, mayHold: readonly string[] = []): Place {
  return { ...textPlace(`what ${name} received`, text), mayHold };
}

async function keptIn({ command }: Rig): Promise<number> {
  const list = parseJson(await command("results", "list", "--json"));
  return isJsonArray(list) ? list.length : 0;
}

/**
 * Returns the files to search. Skips the operator's own files and the key file, which hold secrets
 * by design.
 */
function filesOf({ folder }: Rig): readonly Place[] {
  const own = ["toolcourt.yaml", tokenFile, envFile, ...secretFiles];
  return filesIn(folder.path, (file) => own.includes(file) || file.endsWith(".key"));
}
