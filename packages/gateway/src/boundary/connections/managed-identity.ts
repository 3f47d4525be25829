import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import type { InstanceMetadata } from "../egress/instance-metadata.ts";
import type { Secret } from "../secrets/secret.ts";
import { type Granted, UnreadableGrant } from "./granted.ts";
import type { ProviderEgress } from "./provider.ts";

/** A token that is wanted of the identity of this machine. */
export interface ManagedWish {
  /** Who the token is for, such as `https://management.azure.com/`. */
  readonly resource: string;
  /** The identity, if the machine has several. Default: its own one. */
  readonly clientId?: string | undefined;
}

export interface ManagedDeps extends Pick<Runtime, "clock"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly door: ProviderEgress;
  readonly metadata: Pick<InstanceMetadata, "token">;
  readonly holdSecret: (value: string) => Secret;
}

/** The environment names an identity endpoint that is not on this machine, or only half of one. */
export class NoIdentityEndpoint extends Error {
  override readonly name = "NoIdentityEndpoint";
}

/**
 * Asks the platform for a token of this machine's managed identity. App Service and Container Apps
 * name an endpoint in the environment. A virtual machine has the metadata service.
 */
export async function askManaged(
  { resource, clientId }: ManagedWish,
  deps: ManagedDeps,
  signal: AbortSignal,
): Promise<Granted> {
  const wish = { resource, ...defined({ client_id: clientId }) };
  const endpoint = endpointIn(deps.environment);
  const answer =
    endpoint === undefined
      ? await deps.metadata.token({ "api-version": "2018-02-01", ...wish }, signal)
      : await askEndpoint(endpoint, wish, { ...deps, signal });
  return readAnswer(answer, deps);
}

interface IdentityEndpoint {
  readonly url: URL;
  readonly header: string;
}

/** Returns undefined if the environment names none. Half of one never means the other way. */
function endpointIn({
  IDENTITY_ENDPOINT: written,
  IDENTITY_HEADER: header,
}: ManagedDeps["environment"]): IdentityEndpoint | undefined {
  if (written === undefined && header === undefined) return undefined;
  const url = URL.parse(written ?? "");
  if (url === null || !isOnThisMachine(url) || header === undefined || header === "") {
    throw new NoIdentityEndpoint("IDENTITY_ENDPOINT or IDENTITY_HEADER cannot be used.");
  }
  return { url, header };
}

function isOnThisMachine({ protocol, hostname, search }: URL): boolean {
  return protocol === "http:" && isLoopback(hostname) && search === "";
}

async function askEndpoint(
  { url: endpoint, header }: IdentityEndpoint,
  wish: Readonly<Record<string, string>>,
  { door, holdSecret, signal }: ManagedDeps & { readonly signal: AbortSignal },
): Promise<string> {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries({ "api-version": "2019-08-01", ...wish })) {
    url.searchParams.set(name, value);
  }
  const secrets = { "x-identity-header": holdSecret(header) };
  const credential = { headers: secrets, origins: [url.origin] };
  const { body } = await door(url.href, true).request({
    method: "GET",
    url: url.href,
    credential,
    signal,
  });
  return Buffer.from(body).toString("utf8");
}

/** Seconds, as a number or as text: the platforms differ. */
const seconds = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);

const answerSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{8,16384}$/),
  token_type: z.string().regex(/^bearer$/i),
  /** Since 1970. */
  expires_on: seconds,
});

const maxMs = 24 * 60 * 60 * 1_000;

function readAnswer(text: string, { clock, holdSecret }: ManagedDeps): Granted {
  const parsed = answerSchema.safeParse(jsonIn(text));
  const left = parsed.success ? parsed.data.expires_on * 1_000 - clock.now() : 0;
  if (!parsed.success || left <= 0) {
    throw new UnreadableGrant("The answer is no token that is valid now.");
  }
  const { access_token } = parsed.data;
  return { accessToken: holdSecret(access_token), endsInMs: Math.min(left, maxMs) };
}

/** Returns undefined for other text. The parser's error would quote it. */
function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
