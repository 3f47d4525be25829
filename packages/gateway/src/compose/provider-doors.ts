import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { ProviderDoor } from "../boundary/connections/provider.ts";
import type { Egress, EgressOptions } from "../boundary/egress/egress.ts";
import { type Lookup, systemLookup } from "../boundary/egress/lookup.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";

export interface DoorSurroundings {
  readonly clock: Clock;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
  /** Certificates to trust instead of the system's. */
  readonly ca?: string;
}

const kilobyte = 1024;

/** No retries: a refresh token sent twice may revoke all of its tokens. */
const common = {
  gateway: { kind: "none" },
  redirects: "refused",
  retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1_000 } },
  limits: {
    maxPayloadBytes: 64 * kilobyte,
    maxResponseBytes: 256 * kilobyte,
    deadlineMs: 15_000,
    connections: 4,
  },
} satisfies Omit<EgressOptions, "reach">;

/**
 * Opens egress to providers, one per origin named by a connection. Providers are no targets, so
 * they bypass the gateway of target calls. Their addresses are checked like all others.
 */
export function openProviderDoors(surroundings: DoorSurroundings): {
  readonly door: ProviderDoor;
} & AsyncDisposable {
  const { clock, random, lookup = systemLookup, ca } = surroundings;
  const stack = new AsyncDisposableStack();
  const doors = new Map<string, Egress>();

  const opened = (url: string, isPrivate: boolean): Egress => {
    const reach = { hosts: hostsOf(url, isPrivate) };
    const options = { ...common, reach, ...(ca !== undefined && { ca }) };
    return stack.use(openEgress(options, { clock, random, lookup }));
  };
  return {
    door: (url, isPrivate) => {
      const name = `${isPrivate} ${URL.parse(url)?.origin ?? ""}`;
      const door = doors.get(name) ?? opened(url, isPrivate);
      doors.set(name, door);
      return door;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Returns no hosts for an unacceptable address, so every request is refused. */
function hostsOf(url: string, isPrivate: boolean): EgressOptions["reach"]["hosts"] {
  const read = readUrl(url);
  if (read.kind === "unreadable") return [];
  const { scheme, host, port } = read;
  const own = isLoopback(host) ? "loopback" : "private";
  const addresses = isPrivate ? own : "public";
  return [{ scheme, host, port, methods: ["GET", "POST"], addresses, route: "direct" }];
}
