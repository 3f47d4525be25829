import { createDeadlines, type Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { Agent } from "undici";
import { type Breakers, createBreakers } from "./breakers.ts";
import { createConnector } from "./connector.ts";
import type { Egress, EgressOptions, EgressSurroundings } from "./egress.ts";
import { EgressFailure } from "./egress-failure.ts";
import { createExchange } from "./exchange.ts";
import { createRoute, type Route } from "./gateway-route.ts";
import { startJourney } from "./journey.ts";
import { followLink } from "./links.ts";
import { createPrepare, mayChange } from "./prepare.ts";
import { createReach, type Endpoint, type Reach } from "./reach.ts";
import { readUrl } from "./read-url.ts";
import { createRetries } from "./retries.ts";
import { withinDeadline } from "./within-deadline.ts";

/**
 * Opens the egress.
 *
 * @example
 * ```ts
 * await using egress = openEgress(options, { clock: systemClock, lookup: systemLookup, random });
 * const { body } = await egress.request({ method: "GET", url: "https://api.example/things" });
 * ```
 */
export function openEgress(options: EgressOptions, surroundings: EgressSurroundings): Egress {
  const reach = createReach(options.reach);
  const through = options.gateway.kind === "required" ? options.gateway.through : undefined;
  const route = through === undefined ? undefined : createRoute(through);
  const ways: Ways = { reach, ...(route !== undefined && { route }) };
  const dispatcher = createAgent(options, surroundings, ways);
  const deadlines = createDeadlines(surroundings.clock);

  return {
    request: createRequest(options, surroundings, { ...ways, dispatcher, deadlines }),
    nextPage: (url, link) => {
      const from = readUrl(url);
      const next = from.kind === "read" ? followLink(link, from, route) : undefined;
      if (next === undefined) throw new EgressFailure("link-refused");
      return next;
    },
    [Symbol.asyncDispose]: async () => {
      await dispatcher.destroy();
      deadlines[Symbol.dispose]();
    },
  };
}

interface Ways {
  readonly reach: Reach;
  readonly route?: Route;
}

function createRequest(
  options: EgressOptions,
  { clock, random, repeated }: EgressSurroundings,
  { deadlines, ...ways }: Ways & { readonly dispatcher: Agent; readonly deadlines: Deadlines },
): Egress["request"] {
  const prepare = createPrepare(options, ways.reach, ways.route);
  const exchange = createExchange({ options, clock, prepare, ...ways });
  const retries = createRetries({ policy: options.retry, clock, random, repeated });
  const breakers = options.breaker === undefined ? always : createBreakers(options.breaker, clock);

  return async (request) => {
    // Rule violations throw here, before any retry logic.
    const outgoing = { request, dispatch: prepare(request, request.url) };
    const target = outgoing.dispatch.target.url.origin;
    const { signal, idempotency, deadlineMs: ms = options.limits.deadlineMs } = request;
    const changes = mayChange(request);
    const isRepeatable = !changes || idempotency !== undefined;
    const journey = startJourney(changes);
    try {
      const answer = await withinDeadline({ clock, deadlines, ms, signal }, (each) =>
        retries({
          work: () => breakers(target, () => journey.attempt(() => exchange(outgoing, each))),
          target,
          ids: request.ids,
          isRepeatable,
          signal: each,
        }),
      );
      return { ...answer, attempts: journey.attempts() };
    } catch (error) {
      throw journey.ended(error);
    }
  };
}

const always: Breakers = (_target, work) => work();

function createAgent(
  { gateway, limits, ca }: EgressOptions,
  { clock, lookup, dial }: EgressSurroundings,
  { reach, route }: Ways,
): Agent {
  const through = gateway.kind === "required" ? gateway.through : undefined;
  const connect = createConnector({
    clock,
    lookup,
    addressesFor: (endpoint) =>
      route !== undefined && isSame(route.endpoint, endpoint)
        ? (through?.addresses ?? "public")
        : reach.ruleFor(endpoint)?.addresses,
    ...(ca !== undefined && { ca }),
    ...(dial !== undefined && { dial }),
  });
  // Our own deadlines bound every request, on the injected clock.
  const timers = { headersTimeout: 0, bodyTimeout: 0 };
  return new Agent({ connect, connections: limits.connections, ...timers });
}

function isSame(one: Endpoint, other: Endpoint): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port;
}
