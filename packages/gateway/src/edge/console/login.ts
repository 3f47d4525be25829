import type { IncomingMessage } from "node:http";
import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { TakeRequest } from "../callers.ts";
import { callbackPath } from "../elsewhere.ts";
import { clientOf } from "../named-proxies.ts";
import { type Exchange, pageHeaders } from "./assets.ts";
import { SingleUseCodes } from "./codes.ts";
import { cookieNamed } from "./guard.ts";
import { hashOf, type LoginIssuer, loginSeconds, PendingLogins } from "./pending-logins.ts";
import type { ConsolePlace } from "./place.ts";
import type { SessionOwner } from "./sessions.ts";

export interface LoginDeps {
  readonly issuer: LoginIssuer;
  readonly runtime: Pick<Runtime, "clock" | "randomBytes">;
  /** Counts begun logins and answers, by the address of the client. */
  readonly takeAttempt: TakeRequest;
}

/** How a login ended, for the page that shows its code. */
type Outcome =
  | { readonly kind: "signed-in"; readonly owner: SessionOwner; readonly browser: string }
  | { readonly kind: "refused"; readonly error: Refusal };

const beginPath = "/console/login";
const home = "/console/";
const maxOutcomes = 1_000;

/**
 * Signs people in at an issuer: the browser goes there, comes back with an answer, and the page gets
 * a code that it exchanges for a session. The browser never sees a token.
 */
export class ConsoleLogin {
  readonly #deps: LoginDeps;
  readonly #pending: PendingLogins;
  readonly #codes: SingleUseCodes<Outcome>;

  constructor(deps: LoginDeps) {
    this.#deps = deps;
    this.#pending = new PendingLogins(deps.runtime);
    this.#codes = new SingleUseCodes(deps.runtime, maxOutcomes);
  }

  /** The host of the issuer, for the button. */
  get host(): string {
    return this.#deps.issuer.host;
  }

  isAbout(path: string): boolean {
    return path === beginPath || path === callbackPath;
  }

  /** Sends the browser on. Throws a `Refusal` only for what no page can show. */
  async answer(exchange: Exchange, place: ConsolePlace): Promise<void> {
    const { request } = exchange;
    if (request.method !== "GET") {
      throw new Refusal("request-invalid", { because: "method", allow: "GET" });
    }
    const url = URL.parse(request.url ?? "", place.origin);
    if (url?.pathname === beginPath) await this.#begin(exchange, place);
    else await this.#finish(exchange, place, url?.searchParams ?? new URLSearchParams());
  }

  /**
   * Returns who signed in by a code, in the browser that did. Undefined for a code that no login has
   * given. Throws the `Refusal` of a login that failed.
   */
  redeem(code: string, request: IncomingMessage, place: ConsolePlace): SessionOwner | undefined {
    const outcome = this.#codes.redeem(code);
    if (outcome === undefined) return undefined;
    if (outcome.kind === "refused") throw outcome.error;
    const cookie = cookieNamed(request, cookieName(place)) ?? "";
    // Another page could show a code of its own login, to sign this browser in as another person.
    if (hashOf(cookie) !== outcome.browser) throw refusals.old;
    return outcome.owner;
  }

  async #begin(exchange: Exchange, place: ConsolePlace): Promise<void> {
    const { request } = exchange;
    // No other page can begin a login, replace the cookie, or use the attempts up.
    if (request.headers["sec-fetch-site"] !== "same-origin") {
      goTo(exchange, home);
      return;
    }
    await this.#take("login", request);
    try {
      const begun = await this.#deps.issuer.begin(`${place.origin}${callbackPath}`);
      const { clock: _clock, ...random } = this.#deps.runtime;
      // Always a new one: what was planted before is worth nothing.
      const cookie = Buffer.from(random.randomBytes(32)).toString("hex");
      this.#pending.keep(begun, cookie);
      goTo(exchange, begun.address, cookieOf(place, cookie, loginSeconds));
    } catch (error) {
      this.#show(exchange, refusedBy(error));
    }
  }

  async #finish(exchange: Exchange, place: ConsolePlace, answer: URLSearchParams): Promise<void> {
    const { request } = exchange;
    await this.#take("answer", request);
    const cookie = cookieNamed(request, cookieName(place));
    const [state = "", ...others] = answer.getAll("state");
    try {
      const begun = others.length > 0 ? undefined : this.#pending.take(state, cookie);
      if (begun === undefined || cookie === undefined) throw refusals.old;
      const owner = await begun.finish(answer, clientOf(request));
      this.#show(exchange, { kind: "signed-in", owner, browser: hashOf(cookie) });
    } catch (error) {
      this.#show(exchange, refusedBy(error));
    }
  }

  /** The part after # is never in a request line, so no log has it. */
  #show(exchange: Exchange, outcome: Outcome): void {
    goTo(exchange, `${home}#${this.#codes.issue(outcome)}`);
  }

  async #take(what: string, request: IncomingMessage): Promise<void> {
    const taken = await this.#deps.takeAttempt(`${what} ${clientOf(request) ?? ""}`);
    if (!taken.taken) throw refusals.often;
  }
}

/** Removes the cookie of a login that has ended. */
export function loginCookieEnded(place: ConsolePlace): string {
  return cookieOf(place, "", 0);
}

function cookieName({ port }: ConsolePlace): string {
  return `__Host-toolcourt-login-${port}`;
}

/** Lax: a strict cookie is not sent when the issuer sends the browser back. */
function cookieOf(place: ConsolePlace, value: string, seconds: number): string {
  return `${cookieName(place)}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}

function goTo({ response }: Exchange, location: string, cookie?: string): void {
  const more = cookie === undefined ? {} : { "set-cookie": cookie };
  response.writeHead(302, { ...pageHeaders, "cache-control": "no-store", location, ...more }).end();
}

/** Any other error is a bug, and its page has nothing to show. */
function refusedBy(error: unknown): Outcome {
  if (isRefusal(error)) return { kind: "refused", error };
  throw error;
}

const refusals = {
  old: new Refusal("console-refused", { because: "login-old" }),
  often: new Refusal("console-refused", { because: "often" }),
} as const;
