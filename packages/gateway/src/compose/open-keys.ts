import { dirname, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { type Lookup, systemLookup } from "../boundary/egress/address.ts";
import type { EgressOptions } from "../boundary/egress/egress.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import type { Config } from "../config/config.ts";
import { type KeysReading, readKeysFile } from "../config/keys-file.ts";
import type { TokenDeps } from "../governance/identity/json-web-tokens.ts";
import type { FindKey, KeyBook, StaticKey } from "../governance/identity/static-keys.ts";
import { createFileSource, type PolicySource } from "../governance/policy/sources.ts";
import type { Logger } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
import type { JudgedFile } from "./live/reloader.ts";
import type { OpenAuthority } from "./open-authority.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { within } from "./open-durable-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

const options: Omit<EgressOptions, "policy"> = {
  gateway: { kind: "none" },
  // The operator configures the address. The server there may not redirect us.
  redirects: "refused",
  // A caller waits for this and will retry.
  retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } },
  limits: {
    maxPayloadBytes: 0,
    maxResponseBytes: 1024 * 1024,
    deadlineMs: 10_000,
    connections: 2,
  },
};

const everyMs = 1_000;

export interface OpenKeys extends AsyncDisposable {
  readonly find: FindKey;
  /**
   * Reads and judges the file beside a configuration, and returns how its new keys take effect.
   * Throws the `Refusal` of what is wrong with it. Undefined without a file.
   */
  readonly prepare: (config: Pick<Config, "auth">) => Promise<JudgedFile | undefined>;
}

interface KeysOwner extends Pick<ConfiguredGateway, "keys"> {
  readonly config: Pick<Config, "auth">;
  readonly inForce: { readonly config: Pick<Config, "auth"> };
  readonly authority: Pick<OpenAuthority, "write"> | undefined;
}

interface KeysWatch extends Pick<Runtime, "clock"> {
  readonly source: PolicySource;
  readonly book: Pick<KeyBook, "replace">;
  /** Returns the keys in the configuration itself. */
  readonly others: () => readonly StaticKey[];
  readonly logger: Logger;
}

interface KeysDeps extends Pick<Runtime, "clock" | "random"> {
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
  /** CA certificates to trust in addition to the default ones. Default: none. */
  readonly ca?: string | undefined;
}

export interface FetchKeys extends AsyncDisposable {
  readonly fetch: TokenDeps["fetch"];
}

/** Opens the configured keys, and those of the key file next to the configuration. */
export function openKeys(
  { config: { auth }, inForce, authority, keys: book }: KeysOwner,
  configFile: string | undefined,
  { clock, folder }: Pick<ProcessRuntime, "clock" | "folder">,
): Promise<OpenKeys> {
  return openAll(async (stack) => {
    const { find } = book;
    const nothing = { find, prepare: async () => undefined };
    if (auth === undefined) return nothing;
    stack.use(await poll({ clock, everyMs, look: async () => book.endExpired() }));
    const { keysFile } = auth;
    if (keysFile === undefined || authority === undefined) return nothing;
    const home = resolve(folder, configFile === undefined ? "." : dirname(configFile));
    const source = createFileSource(within(home, keysFile), keysFile);
    const logger = createLogger(authority.write);
    const others = keysIn(inForce);
    const { prepare } = stack.use(await watchKeys({ source, book, others, clock, logger }));
    return { find, prepare };
  });
}

function keysIn(inForce: KeysOwner["inForce"]): KeysWatch["others"] {
  return () => inForce.config.auth?.keys ?? [];
}

/**
 * Keeps the keys in sync with their file. While it is missing, unreadable, invalid or slow, none of
 * them is accepted. A key that is removed ends at once. A key that is added, or given other roles,
 * waits for a reload: a program that can write the file must not let itself in.
 */
export async function watchKeys(
  watched: KeysWatch,
): Promise<AsyncDisposable & Pick<OpenKeys, "prepare">> {
  const { source, clock, others } = watched;
  let seen: { readonly text: string | undefined } | undefined;
  let accepted: ReadonlySet<string> | "all" = "all";
  const read = (signal?: AbortSignal): Promise<string | undefined> =>
    withTimeout({ clock, ms: everyMs, ...(signal && { signal }) }, source.read).catch(
      () => undefined,
    );
  const accept = (keys: readonly StaticKey[]): void => {
    accepted = new Set(keys.map(idOf));
  };
  const look = async (signal: AbortSignal): Promise<void> => {
    const text = await read(signal);
    if (signal.aborted || (seen !== undefined && seen.text === text)) return;
    seen = { text };
    const reading = readingOf(text, others());
    const good = take(reading, watched, accepted);
    // A key that was removed is new when it comes back.
    if (good !== undefined || accepted === "all") accept(good ?? []);
  };
  const polling = await poll({ clock, everyMs, look });
  const prepare: OpenKeys["prepare"] = async ({ auth }) => {
    const text = await read();
    const reading = readingOf(text, auth?.keys ?? []);
    const { name } = source;
    if (reading.kind === "invalid") {
      throw new Refusal("config-invalid", { file: name, problems: reading.problems });
    }
    return {
      name,
      isNew: seen?.text !== text || !areAccepted(reading.keys, accepted),
      apply: () => {
        seen = { text };
        accept(reading.keys);
        take(reading, watched, accepted);
      },
    };
  };
  return Object.assign(polling, { prepare });
}

function readingOf(text: string | undefined, others: readonly StaticKey[]): KeysReading {
  return text === undefined
    ? { kind: "invalid", problems: ["It cannot be read."] }
    : readKeysFile(text, others);
}

function areAccepted(keys: readonly StaticKey[], accepted: ReadonlySet<string> | "all"): boolean {
  return accepted === "all" || keys.every((key) => accepted.has(idOf(key)));
}

/** All properties: a key with other roles is another key. */
function idOf(key: StaticKey): string {
  return JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Puts the accepted keys of a file in force, and returns them. Undefined if it is unusable. */
function take(
  reading: KeysReading,
  { source: { name: file }, book, logger }: KeysWatch,
  accepted: ReadonlySet<string> | "all",
): readonly StaticKey[] | undefined {
  if (reading.kind === "keys") {
    const { keys } = reading;
    const good = accepted === "all" ? keys : keys.filter((key) => accepted.has(idOf(key)));
    book.replace(good);
    logger.log("keys.loaded", { file, keys: good.length });
    const waiting = keys.length - good.length;
    if (waiting > 0) logger.log("keys.waiting", { file, keys: waiting });
    return good;
  }
  book.replace("unavailable");
  const [problem = "It cannot be understood."] = reading.problems;
  logger.log("keys.unusable", { file, problem });
  return undefined;
}

/** Fetches issuer keys from the configured addresses only, in any network. */
export function openFetchKeys(urls: readonly URL[], place: KeysDeps): FetchKeys {
  const { clock, random, lookup = systemLookup, ca } = place;
  const hosts = urls.flatMap(({ href }) => {
    const reading = readUrl(href);
    if (reading.kind === "unreadable") return [];
    const { scheme, host, port } = reading;
    return [{ scheme, host, port, methods: ["GET"], addresses: "any" } as const];
  });
  const egress = openEgress({ ...options, policy: { hosts }, ca }, { clock, random, lookup });
  return {
    fetch: async (url, signal) => {
      const headers = { accept: "application/json" };
      const answer = await egress.request({ method: "GET", url, headers, signal });
      const { date } = answer.headers;
      const known = date === undefined ? {} : { headers: { date } };
      return new Response(Buffer.from(answer.body), { status: answer.status, ...known });
    },
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
}

/**
 * Fetches the keys of the issuers that are trusted. Another list of issuers gets a connection of its
 * own; the one before stays open for requests that have begun.
 */
export class IssuerKeys implements AsyncDisposable {
  readonly #place: KeysDeps;
  #open: readonly FetchKeys[] = [];

  constructor(place: KeysDeps) {
    this.#place = place;
  }

  of(trusted: readonly { readonly jwksUrl: URL }[]): FetchKeys["fetch"] {
    const opened = openFetchKeys(
      trusted.map(({ jwksUrl }) => jwksUrl),
      this.#place,
    );
    const [last, ...older] = this.#open;
    for (const each of older) void each[Symbol.asyncDispose]();
    this.#open = last === undefined ? [opened] : [opened, last];
    return opened.fetch;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#open.map((each) => each[Symbol.asyncDispose]()));
  }
}
