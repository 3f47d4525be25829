import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { Agent } from "undici";
import { type Breakers, createBreakers } from "./breakers.ts";
import { type ConnectorDeps, createConnector } from "./connector.ts";
import type { Egress, EgressDeps, EgressOptions } from "./egress.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";
import { EgressRules, type Endpoint } from "./egress-rules.ts";
import { createExchange } from "./exchange.ts";
import { followLink, Route } from "./gateway-route.ts";
import { createPrepare, mayChange } from "./prepare.ts";
import { readUrl } from "./read-url.ts";
import { createRetries } from "./retries.ts";

/**
 * Opens the egress.
 *
 * @example
 * ```ts
 * await using egress = openEgress(options, { clock: systemClock, lookup: systemLookup, random });
 * const { body } = await egress.request({ method: "GET", url: "https://api.example/things" });
 * ```
 */
export function openEgress(options: EgressOptions, deps: EgressDeps): Egress {
  const rules = new EgressRules(options.policy);
  const through = options.gateway.kind === "required" ? options.gateway.through : undefined;
  const route = through === undefined ? undefined : new Route(through);
  const dispatcher = createAgent(options, deps, (endpoint) =>
    route !== undefined && isSame(route.endpoint, endpoint)
      ? (through?.addresses ?? "public")
      : rules.ruleFor(endpoint)?.addresses,
  );
  const deadlines = new Deadlines(deps.clock);

  return {
    request: createRequest(options, deps, { rules, route, dispatcher, deadlines }),
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

interface RequestDeps {
  readonly rules: EgressRules;
  readonly route: Route | undefined;
  readonly dispatcher: Agent;
  readonly deadlines: Deadlines;
}

function createRequest(
  options: EgressOptions,
  { clock, random, repeated }: EgressDeps,
  { rules, route, dispatcher, deadlines }: RequestDeps,
): Egress["request"] {
  const prepare = createPrepare(options, rules, route);
  const exchange = createExchange({ options, clock, prepare, route, dispatcher });
  const retries = createRetries({ policy: options.retry, clock, random, repeated });
  const breakers = options.breaker === undefined ? always : createBreakers(options.breaker, clock);

  return async (request) => {
    // Rule violations throw here, before any retry logic.
    const first = prepare(request, request.url);
    const target = first.target.url.origin;
    const { signal, idempotency, circuit, deadlineMs: ms = options.limits.deadlineMs } = request;
    const changes = mayChange(request);
    const isRepeatable = !changes || idempotency !== undefined;
    const journey = new Journey(changes);
    try {
      const answer = await withinDeadline({ clock, deadlines, ms, signal }, (each) =>
        retries({
          work: (attempt) => {
            // The rules may have changed while the request waited to be repeated.
            const dispatch = attempt === 1 ? first : prepare(request, request.url);
            const send = () => exchange({ request, dispatch }, each);
            return breakers({ target, circuit }, () => journey.attempt(send));
          },
          target,
          ids: request.ids,
          isRepeatable,
          maxRetries: request.maxRetries,
          signal: each,
        }),
      );
      return { ...answer, attempts: journey.attempts };
    } catch (error) {
      throw journey.ended(error);
    }
  };
}

const always: Breakers = (_on, work) => work();

function createAgent(
  { limits, ca }: EgressOptions,
  { clock, lookup, dial }: EgressDeps,
  addressesFor: ConnectorDeps["addressesFor"],
): Agent {
  const connect = createConnector({ clock, lookup, addressesFor, ca, dial });
  // Our own deadlines bound every request, on the injected clock.
  const timers = { headersTimeout: 0, bodyTimeout: 0 };
  return new Agent({ connect, connections: limits.connections, ...timers });
}

function isSame(one: Endpoint, other: Endpoint): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port;
}

/** Failures before or during connecting: nothing was sent. */
const beforeSending = new Set<FailureKind>([
  "header-refused",
  "gateway-token",
  "host-refused",
  "address-refused",
  "unreachable",
  "tls-failed",
]);

/** Returns whether a request failed before any of it was sent. */
export function isBeforeSending(error: unknown): boolean {
  return error instanceof EgressFailure && beforeSending.has(error.kind);
}

/** Tracks one request over its attempts, so a write with an unknown outcome is reported as such. */
export class Journey {
  readonly #changes: boolean;
  #isOpen = false;
  #mayHaveTakenEffect = false;
  attempts = 0;

  constructor(changes: boolean) {
    this.#changes = changes;
  }

  /** Runs one attempt and records whether it may have taken effect. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    this.attempts += 1;
    this.#isOpen = true;
    try {
      return await work();
    } catch (error) {
      this.#isOpen = false;
      this.#mayHaveTakenEffect ||= this.#changes && isDoubtful(error);
      throw error;
    }
  }

  /** Returns the error to end with: a failure with full details, or the caller's abort reason. */
  ended(error: unknown): unknown {
    const failure = error instanceof TimeoutError ? new EgressFailure("timed-out") : error;
    if (!(failure instanceof EgressFailure)) return error;
    const mayHaveTakenEffect = this.#mayHaveTakenEffect || (this.#changes && this.#isOpen);
    const { attempts } = this;
    return new EgressFailure(failure.kind, { ...failure.details, attempts, mayHaveTakenEffect });
  }
}

/** A target that rejects the request as our mistake did not carry it out. */
function isDoubtful(error: unknown): boolean {
  if (!(error instanceof EgressFailure)) return true;
  const { status = 0 } = error.details;
  return !isBeforeSending(error) && !(status >= 400 && status < 500);
}

export interface Deadline extends Pick<Runtime, "clock"> {
  readonly deadlines: Deadlines;
  readonly ms: number;
  /** Aborts the work early, with the reason of the signal. */
  readonly signal: AbortSignal | undefined;
}

/** Limits the time of work like `withTimeout`, but shares one timer: most work ends in time. */
async function withinDeadline<T>(
  { clock, deadlines, ms, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const either = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const end = (reason: unknown): void => {
    either.abort(reason);
    reject(reason);
  };
  const leave = (): void => end(signal?.reason);
  const callOff = deadlines.at(clock.monotonic() + ms, () =>
    end(new TimeoutError(`Nothing came within ${ms} ms.`)),
  );
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(either.signal), ended]);
  } finally {
    callOff();
    signal?.removeEventListener("abort", leave);
  }
}
