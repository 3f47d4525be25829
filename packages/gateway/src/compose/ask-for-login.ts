import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { BrowserLogin } from "../boundary/connections/browser-login.ts";
import type { ProviderEgress } from "../boundary/connections/provider.ts";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import type { Config } from "../config/config.ts";
import type { LoginConfig } from "../config/console.ts";
import type { AuthConfig } from "../config/server.ts";
import { callbackPath } from "../edge/elsewhere.ts";
import { LoginProvider } from "./login-provider.ts";
import { openProviderDoors, type ProviderEgressDeps } from "./open-connections.ts";

type AskingDeps = ProviderEgressDeps & Pick<Runtime, "randomBytes" | "signal">;

/** Begins a login as a gateway would, and goes no further. Throws a `Refusal`. */
export async function askForLogin(
  login: LoginConfig,
  auth: AuthConfig,
  deps: AskingDeps,
): Promise<void> {
  const { clock, randomBytes, signal } = deps;
  await using doors = openProviderDoors({ ...deps, addresses: "any" });
  const { door } = doors;
  if (login.endpoints !== undefined) {
    await reach(login.endpoints.authorizeUrl, door, signal);
    return;
  }
  const provider = new LoginProvider({ clock, door, login, auth: () => auth }).current;
  const browser = new BrowserLogin({ client: { ask: notAsked }, provider, randomBytes });
  await browser.begin(`http://127.0.0.1${callbackPath}`, signal);
}

/** Endpoints that are named are not asked for, so any answer of theirs is good. */
async function reach(url: string, door: ProviderEgress, signal: AbortSignal): Promise<void> {
  await door(url, true)
    .request({ method: "GET", url, headers: {}, signal })
    .catch((error: unknown) => {
      if (!(error instanceof EgressFailure)) throw error;
      if (error.details.status !== undefined) return;
      throw new Refusal("console-refused", { because: "login-issuer" });
    });
}

function notAsked(): Promise<never> {
  return Promise.reject(new Error("Nobody has signed in."));
}

/** Returns the addresses to which the issuer sends the browser back. */
export function redirectAddresses({ listen, auth }: Pick<Config, "listen" | "auth">): string[] {
  const { host, port, tls } = listen;
  const shown = host.includes(":") ? `[${host}]` : host;
  const here = `${tls === undefined ? "http" : "https"}://${shown}:${port}`;
  const beyond = auth?.resource;
  return [
    ...(beyond?.protocol === "https:" ? [beyond.origin] : []),
    ...(isLoopback(host) ? [here] : []),
  ].map((origin) => origin + callbackPath);
}
