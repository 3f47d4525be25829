import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { z } from "zod";
import { EgressFailure } from "../egress/egress-failure.ts";
import type { Secret } from "../secrets/secret.ts";
import { isSafe, objectIn } from "./authorization-server.ts";
import { type ProviderLogin, type SignedIn, troubleOf } from "./authorize.ts";
import { failed } from "./discover.ts";
import type { Granted } from "./granted.ts";
import type { ProviderClient } from "./provider.ts";

export interface DeviceDeps {
  readonly client: Pick<ProviderClient, "ask" | "startDevice">;
  readonly clock: Pick<Clock, "monotonic" | "sleep">;
  readonly holdSecret: (value: string) => Secret;
}

export interface DeviceSigningIn {
  readonly login: ProviderLogin;
  readonly deviceUrl: string;
  /** Shows the address and the code to the person. */
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

export type SignInDevice = (signing: DeviceSigningIn) => Promise<SignedIn>;

/** The answer of a provider. Everything that a person sees has a strict form. */
const codesSchema = z.object({
  device_code: z.string().regex(/^[\x21-\x7e]{8,4096}$/),
  user_code: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 -]{2,38}[A-Za-z0-9]$/),
  verification_uri: z.string().max(2_048).refine(isSafe),
  expires_in: z.number().positive(),
  interval: z.number().positive().max(60).default(5),
});

const maxMs = 15 * 60_000;
/** Added to the interval if the provider asks for patience (RFC 8628, 3.5). */
const patienceMs = 5_000;

/**
 * Creates the authorization of a device without a browser: a person enters a code in a browser
 * anywhere, while the gateway asks whether it was done.
 */
export function createSignInDevice({ client, clock, holdSecret }: DeviceDeps): SignInDevice {
  return async ({ login, deviceUrl, show, signal }) => {
    const { provider, clientSecret } = login;
    const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
    const answer = await client.startDevice(provider, deviceUrl, rest).catch(refuse);
    const codes = codesSchema.safeParse(objectIn(answer));
    if (!codes.success) throw failed("unreadable");
    const { device_code, user_code, verification_uri, expires_in, interval } = codes.data;
    show(
      `Enter the code ${user_code} in a browser at this address:\n${new URL(verification_uri).href}`,
    );
    const asking = { kind: "device", deviceCode: holdSecret(device_code) } as const;
    const end = clock.monotonic() + Math.min(expires_in * 1_000, maxMs);
    let pauseMs = interval * 1_000;
    while (clock.monotonic() + pauseMs < end) {
      await clock.sleep(pauseMs, signal);
      const granted = await client.ask(provider, asking, rest).catch(verdictOf);
      if (typeof granted !== "string") return { ...login, granted };
      if (granted === "slow_down") pauseMs += patienceMs;
    }
    throw failed("too-late");
  };
}

function refuse(error: unknown): never {
  throw troubleOf(error);
}

/** Returns what the provider says while the person has not decided. */
function verdictOf(error: unknown): Granted | "slow_down" | "authorization_pending" {
  const code = error instanceof EgressFailure ? error.details.code : undefined;
  if (code === "slow_down" || code === "authorization_pending") return code;
  if (code === "expired_token") throw failed("too-late");
  throw troubleOf(error);
}
