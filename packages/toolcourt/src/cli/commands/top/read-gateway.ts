import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { systemLookup } from "@toolcourt/gateway/internal/boundary/egress/address";
import type { Egress } from "@toolcourt/gateway/internal/boundary/egress/egress";
import { EgressFailure } from "@toolcourt/gateway/internal/boundary/egress/egress-failure";
import type { HostRule } from "@toolcourt/gateway/internal/boundary/egress/egress-rules";
import { openEgress } from "@toolcourt/gateway/internal/boundary/egress/open-egress";
import { readUrl } from "@toolcourt/gateway/internal/boundary/egress/read-url";
import type { CommandContext } from "../../command.ts";
import { readPage } from "./read-page.ts";
import type { Moment } from "./view.ts";

const limits = {
  maxPayloadBytes: 0,
  maxResponseBytes: 16 * 1024 * 1024,
  deadlineMs: 5_000,
  connections: 1,
};
const once = { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } };

/** The metrics of one gateway. */
export interface GatewayMetrics extends AsyncDisposable {
  /** Returns the page of now, or why it cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<Moment | string>;
}

export interface MetricsPlace {
  readonly url: URL;
  /** Default: none is sent. */
  readonly token?: string | undefined;
}

/** Opens the page of metrics of a gateway, in any network: the operator names it. */
export function openMetrics(place: MetricsPlace, context: CommandContext): GatewayMetrics {
  const { clock, random, lookup = systemLookup } = context;
  const hosts = rulesFor(readUrl(place.url.href));
  const options = { gateway: { kind: "none" }, redirects: "refused", retry: once, limits } as const;
  const egress = openEgress({ ...options, policy: { hosts } }, { clock, random, lookup });
  return {
    read: (signal) => read(egress, place, { clock, signal }),
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
}

function rulesFor(reading: ReturnType<typeof readUrl>): readonly HostRule[] {
  if (reading.kind === "unreadable") return [];
  const { scheme, host, port } = reading;
  return [{ scheme, host, port, methods: ["GET"], addresses: "any" }];
}

async function read(
  egress: Egress,
  { url, token }: MetricsPlace,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Moment | string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const answer = await egress.request({ method: "GET", url: url.href, headers, signal });
    const series = readPage(new TextDecoder().decode(answer.body));
    return series === undefined
      ? "This is no page of metrics of a gateway."
      : { at: clock.monotonic(), series };
  } catch (error) {
    if (error instanceof EgressFailure) return error.message;
    throw error;
  }
}
