import { dirname, resolve } from "node:path";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { type Lookup, systemLookup } from "../boundary/egress/address.ts";
import type { EgressOptions } from "../boundary/egress/egress.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import { readKeysFile } from "../config/keys-file.ts";
import type { TokenDeps } from "../governance/identity/json-web-tokens.ts";
import type { FindKey, KeyBook, StaticKey } from "../governance/identity/static-keys.ts";
import { createFileSource, type PolicySource } from "../governance/policy/sources.ts";
import type { Logger } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
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
}

interface KeysWatch extends Pick<Runtime, "clock"> {
  readonly source: PolicySource;
  readonly book: Pick<KeyBook, "replace">;
  /** The keys in the configuration itself. */
  readonly others: readonly StaticKey[];
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
export async function openKeys(
  { config: { auth }, authority, keys: book }: ConfiguredGateway,
  configFile: string | undefined,
  { clock, folder }: ProcessRuntime,
): Promise<OpenKeys> {
  const others = auth?.keys ?? [];
  const { find } = book;
  if (auth?.keysFile === undefined || authority === undefined) {
    return { find, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const home = resolve(folder, configFile === undefined ? "." : dirname(configFile));
  const source = createFileSource(within(home, auth.keysFile), auth.keysFile);
  const logger = createLogger(authority.write);
  const watch = await watchKeys({ source, book, others, clock, logger });
  return { find, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() };
}

/**
 * Keeps the keys in sync with their file. While it is missing, unreadable, invalid or slow, none of
 * them is accepted.
 */
export function watchKeys(watched: KeysWatch): Promise<AsyncDisposable> {
  const { source, clock } = watched;
  let seen: { readonly text: string | undefined } | undefined;
  const look = async (signal: AbortSignal): Promise<void> => {
    const timeout = { clock, ms: everyMs, signal };
    const text = await withTimeout(timeout, source.read).catch(() => undefined);
    if (signal.aborted || (seen !== undefined && seen.text === text)) return;
    seen = { text };
    take(text, watched);
  };
  return poll({ clock, everyMs, look });
}

function take(text: string | undefined, { source, book, others, logger }: KeysWatch): void {
  const { name: file } = source;
  const reading =
    text === undefined
      ? ({ kind: "invalid", problems: ["It cannot be read."] } as const)
      : readKeysFile(text, others);
  if (reading.kind === "keys") {
    book.replace(reading.keys);
    logger.log("keys.loaded", { file, keys: reading.keys.length });
    return;
  }
  book.replace("unavailable");
  const [problem = "It cannot be understood."] = reading.problems;
  logger.log("keys.unusable", { file, problem });
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
      const { status, body } = await egress.request({ method: "GET", url, headers, signal });
      return new Response(Buffer.from(body), { status });
    },
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
}
