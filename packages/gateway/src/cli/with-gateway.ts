import { dirname, join, resolve } from "node:path";
import type { Tool } from "@toolcourt/sdk";
import { recordCalls } from "../authoring/adopting/record-calls.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import { createAskTool, usualEffects, withAskListed } from "../compose/ask-tool.ts";
import { draftSetsOf } from "../compose/draft-sets.ts";
import { longestCallMs } from "../compose/longest-call.ts";
import { type LookingPlace, lookAtDrafts } from "../compose/look-at-drafts.ts";
import { noteLife, originsOf } from "../compose/note-life.ts";
import {
  type AuthoritySurroundings,
  type OpenAuthority,
  openAuthority,
} from "../compose/open-authority.ts";
import { certificatesOf, openConfiguredEgress } from "../compose/open-egress.ts";
import { type Gateway, type GatewaySurroundings, openGateway } from "../compose/open-gateway.ts";
import { type OpenedGateway, openHost } from "../compose/open-host.ts";
import { openRedaction } from "../compose/open-redaction.ts";
import type { Outside } from "../compose/open-tool-set.ts";
import { type OpenWatch, openWatch, type WatchSurroundings } from "../compose/open-watch.ts";
import type { Config } from "../config/config.ts";
import { effectiveSettings } from "../config/effective.ts";
import { loadConfig } from "../config/load.ts";
import type { Lock } from "../contracts/lock/lock.ts";
import { openAll } from "../foundation/kernel/open-all.ts";
import type { Level } from "../foundation/telemetry/events.ts";
import { createKeyBook, type KeyBook } from "../governance/identity/key-book.ts";
import { createLockSaver } from "./change-lock.ts";
import type { Surroundings } from "./command.ts";
import { type FoundConfig, findConfig } from "./find-config.ts";
import { mostToolsMb } from "./http-targets.ts";
import { loadLocal } from "./load-local.ts";
import { loadOverlays } from "./load-overlays.ts";
import { openRecording } from "./open-recording.ts";
import { readText } from "./read-file.ts";
import { lockName, readLock } from "./read-lock.ts";

export interface GatewayFlags {
  readonly config: string | undefined;
  readonly frozen: boolean;
  /** The lowest level of what is logged. */
  readonly least: Level;
  /** Nothing is logged and the lock stays as it is: looking at a tool approves nothing. */
  readonly onlyLooks?: true;
  /** Servers that cannot be reached are left out, also those that are required. */
  readonly mayBeAbsent?: true;
  /** A file that calls are recorded in. Absent where none are. */
  readonly record?: string | undefined;
}

export interface ConfiguredGateway extends AsyncDisposable {
  readonly config: Config;
  /** The text that the configuration was read from. */
  readonly found: FoundConfig;
  /** As it was before the gateway was opened. */
  readonly lock: Lock | undefined;
  readonly gateway: Gateway;
  /** Absent where somebody only looks. */
  readonly authority: OpenAuthority | undefined;
  /** What is told about it. */
  readonly watch: OpenWatch;
  /** The keys of the configuration. Those of the file that it names are put there by who opens an entrance. */
  readonly keys: KeyBook;
  /** The door for requests of our own. */
  readonly egress: Egress;
  /** The one of the process. Whoever holds a secret holds it there too. */
  readonly redaction: Redaction;
}

interface OpenedBefore {
  readonly egress: Egress;
  readonly authority: OpenAuthority | undefined;
}

/** What HTTP tools need. Their files lie beside the configuration. */
async function outsideOf(
  config: Config,
  { egress, authority }: OpenedBefore,
  home: Surroundings & LookingPlace,
): Promise<Outside> {
  const draftsOf = authority?.draftsOf ?? (await lookAtDrafts(config, home));
  return {
    egress,
    ...(authority && { connections: authority.connections }),
    ...(draftsOf && { draftsOf }),
    readText: (file) => readText(file, home, mostToolsMb),
  };
}

/** Opens the gateway that a configuration describes. Its lock lies beside the configuration. */
export async function openConfigured(
  flags: GatewayFlags,
  surroundings: Surroundings,
): Promise<ConfiguredGateway> {
  const { folder, environment } = surroundings;
  await using stack = new AsyncDisposableStack();
  const found = await findConfig(flags.config, surroundings);
  const config = withAskListed(loadConfig(found.text, found.source));
  const beside = flags.config === undefined ? "." : dirname(flags.config);
  const lockFile = join(beside, lockName);
  const lock = await readLock(lockFile, surroundings);
  const redaction = openRedaction(config);
  const here = { ...surroundings, redaction, folder: resolve(folder, beside), stack };
  const watch = await watchOver(config, flags, here);
  const keys = keysIn(config);
  const home = { ...here, write: watch.write, holderOf: keys.holderOf };
  const authority =
    flags.onlyLooks === true ? undefined : stack.use(await authorityOver(found, config, home));
  const egress = stack.use(await openConfiguredEgress(config.egress, home));
  const { local, answerBy } = await localIn(config, { ...surroundings, stack });
  const opened = openGateway(config, {
    ...surroundings,
    ...watch,
    redaction,
    outside: await outsideOf(config, { egress, authority }, home),
    write: authority?.write ?? watch.write,
    ...(authority && { authority }),
    searchPath: environment["PATH"] ?? "",
    local,
    // Beside the configuration as the lock: what a tool is held to must not depend on where somebody stands.
    overlayOf: await loadOverlays(namesIn(config), home),
    lock,
    saveLock: saverOf(flags, { file: lockFile, lock }, surroundings),
    frozen: flags.frozen,
    ...(flags.mayBeAbsent && { mayBeAbsent: flags.mayBeAbsent }),
    ...(await recordingInto(flags.record, { ...here, folder })),
  });
  const gateway = stack.use(await opened);
  await answerBy({ config, gateway, redaction });
  const owned = stack.move();
  const parts = { config, found, lock, gateway, authority, watch, keys, egress, redaction };
  return {
    ...parts,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function keysIn({ auth }: Config): KeyBook {
  return createKeyBook(auth?.keys ?? [], auth?.keysFile === undefined ? "none" : "to-come");
}

/** Looking at a tool approves nothing. */
function saverOf(
  { onlyLooks }: GatewayFlags,
  { file, lock }: { readonly file: string; readonly lock: Lock | undefined },
  surroundings: Surroundings,
): GatewaySurroundings["saveLock"] {
  return onlyLooks === true ? async () => undefined : createLockSaver(file, lock, surroundings);
}

/** Nothing where no file was named: then no call waits for anything, nor is looked at. */
async function recordingInto(
  file: string | undefined,
  home: Surroundings & { readonly redaction: Redaction; readonly stack: AsyncDisposableStack },
): Promise<Pick<GatewaySurroundings, "onAnswered">> {
  if (file === undefined) return {};
  const { write } = home.stack.use(await openRecording(file, home));
  return { onAnswered: recordCalls({ write, redaction: home.redaction }) };
}

function namesIn({ toolbox }: Config): readonly string[] {
  return toolbox.servers.map(({ name }) => name);
}

interface LocalTools {
  readonly local: readonly Tool[];
  /** Has the tool `ask` answered, if it is there: its host needs the gateway, and the gateway needs the tool. */
  readonly answerBy: (opened: OpenedGateway) => Promise<void>;
}

async function localIn(
  { host, toolbox }: Config,
  { stack, ...surroundings }: Surroundings & { readonly stack: AsyncDisposableStack },
): Promise<LocalTools> {
  const local = await loadLocal(toolbox.local, surroundings);
  if (!host.ask) return { local, answerBy: async () => undefined };
  const ask = createAskTool(host.effects);
  return {
    local: [...local, ask.tool],
    answerBy: async (opened) => {
      const wishes = { effects: usualEffects };
      ask.answerBy(stack.use(await openHost(opened, surroundings, wishes)));
    },
  };
}

/** Whoever only looks at tools makes no calls, so there is nothing to be told. */
function watchOver(
  config: Config,
  { onlyLooks, least }: GatewayFlags,
  here: Omit<WatchSurroundings, "print" | "least"> & Pick<Surroundings, "terminal">,
): Promise<OpenWatch> {
  if (onlyLooks !== true) return openWatch(config, { ...here, print: here.terminal.err, least });
  const { metrics: _metrics, otlp: _otlp, ...rest } = config.telemetry;
  const telemetry = { ...rest, stacks: "none" } as const;
  return openWatch({ ...config, telemetry }, { ...here, print: () => undefined, least });
}

/** Opens what decides on calls, and notes in its log what configuration it was opened with. */
function authorityOver(
  { text, source }: FoundConfig,
  { authority: settings, toolbox, egress }: Config,
  surroundings: Omit<AuthoritySurroundings, "addressOf" | "longestCallMs">,
): Promise<OpenAuthority & AsyncDisposable> {
  const { servers } = toolbox;
  const origins = originsOf(servers);
  const addressOf = (server: string): string | undefined => origins.get(server);
  const { newId } = surroundings;
  return openAll(async (stack) => {
    const { profilesOf } = draftSetsOf({ toolbox });
    const known = { addressOf, longestCallMs: longestCallMs(toolbox), profilesOf };
    const trusted = await certificatesOf(egress, surroundings);
    const around = { ...surroundings, ...known, ...trusted };
    const authority = stack.use(await openAuthority(settings, around));
    const life = { settings: effectiveSettings(text, source), servers, newId };
    stack.defer(noteLife(authority.notes, life));
    return { ...authority };
  });
}
