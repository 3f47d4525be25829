import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { EgressOptions } from "../boundary/egress/egress.ts";
import { type Lookup, systemLookup } from "../boundary/egress/lookup.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import type { TokenSurroundings } from "../governance/identity/json-web-tokens.ts";

export interface KeysPlace {
  readonly clock: Clock;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
}

export interface FetchKeys extends AsyncDisposable {
  readonly fetch: TokenSurroundings["fetch"];
}

const options: Omit<EgressOptions, "reach"> = {
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

/** Fetches issuer keys from the configured addresses only, in any network. */
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
