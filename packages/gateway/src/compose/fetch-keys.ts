import type { EgressOptions } from "../boundary/egress/egress.ts";
import { type Lookup, systemLookup } from "../boundary/egress/lookup.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import type { TokenSurroundings } from "../governance/identity/json-web-tokens.ts";

export interface KeysPlace {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Default: the system's. */
  readonly lookup?: Lookup;
}

export interface FetchKeys extends AsyncDisposable {
  readonly fetch: TokenSurroundings["fetch"];
}

const options: Omit<EgressOptions, "reach"> = {
  gateway: { kind: "none" },
  // Keys are where the operator says. Whoever answers there does not get to send us elsewhere.
  redirects: "refused",
  // Whoever brings a token waits for this, and comes again.
  retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } },
  limits: {
    maxPayloadBytes: 0,
    maxResponseBytes: 1024 * 1024,
    deadlineMs: 10_000,
    connections: 2,
  },
};

/** Fetches the keys of issuers at the addresses that were configured, wherever these lie, and at no other. */
export function openFetchKeys(urls: readonly URL[], place: KeysPlace): FetchKeys {
  const { clock, random, lookup = systemLookup } = place;
  const hosts = urls.flatMap(({ href }) => {
    const reading = readUrl(href);
    if (reading.kind === "unreadable") return [];
    const { scheme, host, port } = reading;
    return [{ scheme, host, port, methods: ["GET"], addresses: "any" } as const];
  });
  const egress = openEgress({ ...options, reach: { hosts } }, { clock, random, lookup });
  return {
    fetch: async (url, signal) => {
      const headers = { accept: "application/json" };
      const { status, body } = await egress.request({ method: "GET", url, headers, signal });
      return new Response(Buffer.from(body), { status });
    },
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
}
