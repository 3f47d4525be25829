import { randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { UsableConnection } from "@toolcourt/gateway/internal/boundary/connections/connections";
import type { Provider } from "@toolcourt/gateway/internal/boundary/connections/settings";
import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { SecretRegistry } from "@toolcourt/gateway/internal/boundary/redaction/secret-registry";
import type { Secret } from "@toolcourt/gateway/internal/boundary/secrets/secret";
import {
  type OpenConnections,
  openConnections,
} from "@toolcourt/gateway/internal/compose/open-connections";
import { Subjects } from "@toolcourt/gateway/internal/governance/audit/subjects";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { onTestFinished } from "vitest";
import { openFolder } from "./folder.ts";
import { openOAuthProvider, type TestProvider, testClient } from "./oauth-provider.ts";

export const origins = ["https://api.example.com"];
export const signal: AbortSignal = new AbortController().signal;

export interface RenewingOptions {
  readonly provider: TestProvider;
  /** May be shared with another gateway. */
  readonly stores: DurableStores;
}

/** The connections of a gateway, with a clock that can be advanced. */
export interface Renewing extends OpenConnections {
  readonly registry: SecretRegistry;
  /** Redacts what the registry holds. */
  readonly redaction: Redaction;
  /** Logged events. */
  readonly logged: readonly string[];
  readonly later: (ms: number) => void;
  readonly clientCredentials: (name: string) => Promise<UsableConnection>;
  /** Creates a connection with a refresh token from the provider. */
  readonly delegated: (name: string) => Promise<UsableConnection>;
}

export async function openRenewing({ provider, stores }: RenewingOptions): Promise<Renewing> {
  const folder = await openFolder();
  let ahead = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const redaction = new Redaction();
  const { registry } = redaction;
  const logged: string[] = [];
  const opened = await openConnections("env:KEY", {
    stores,
    subjects: new Subjects({ personal: stores.personal, clock, newId: () => "s" }),
    clock,
    random: () => 0,
    randomBytes,
    newId: () => randomBytes(8).toString("hex"),
    folder: folder.path,
    environment: { KEY: `1:${Buffer.alloc(32, 7).toString("base64")}` },
    registry,
    write: ({ event }) => {
      logged.push(event);
    },
  });
  onTestFinished(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  const add = (name: string, adding: Adding): Promise<UsableConnection> =>
    addTo(opened, name, { ...adding, provider: providerOf(provider) });
  return {
    ...opened,
    registry,
    redaction,
    logged,
    later: (ms) => {
      ahead += ms;
    },
    clientCredentials: (name) =>
      add(name, { kind: "client-credentials", secrets: { client_secret: testClient.secret } }),
    delegated: async (name) => {
      const { body } = await refreshTokenOf(provider);
      return add(name, { kind: "oauth", secrets: { refresh_token: body } });
    },
  };
}

interface Adding {
  readonly kind: "oauth" | "client-credentials";
  readonly secrets: Readonly<Record<string, string>>;
}

async function addTo(
  { admin, holdSecret }: OpenConnections,
  name: string,
  { kind, provider, secrets }: Adding & { readonly provider: Provider },
): Promise<UsableConnection> {
  const held: Record<string, Secret> = {};
  for (const [field, value] of Object.entries(secrets)) held[field] = holdSecret(value);
  const users = "owner" as const;
  const settings = { kind, origins, users, levels: {}, tiers: [], provider };
  const wanted = { tenant: "", owner: "ada", name, settings, secrets: held };
  const added = await admin.add(wanted, "operator:grace");
  return { id: added?.id ?? "", tenant: "", origins };
}

function providerOf({ tokenUrl, revokeUrl }: TestProvider): Provider {
  return { tokenUrl, revokeUrl, clientId: testClient.id, clientProof: "basic", isPrivate: true };
}

/** Obtains a refresh token as if a person had consented before. */
async function refreshTokenOf(provider: TestProvider): Promise<{ readonly body: string }> {
  const verifier = "v".repeat(43);
  const challenge = Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
  ).toString("base64url");
  const redirect = "http://127.0.0.1:1/callback";
  const asked = new URLSearchParams({
    redirect_uri: redirect,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const yes = await fetch(`${provider.authorizeUrl}?${asked.toString()}`, { redirect: "manual" });
  const code = new URL(yes.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const exchanged = { grant_type: "authorization_code", code, redirect_uri: redirect };
  const body = new URLSearchParams({ ...exchanged, code_verifier: verifier });
  await fetch(provider.tokenUrl, { method: "POST", body });
  return { body: provider.granted.at(-1) ?? "" };
}

export async function openProvider(): Promise<TestProvider> {
  const provider = await openOAuthProvider();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  return provider;
}

export function refreshes({ asked }: TestProvider): number {
  return asked.filter((type) => type === "refresh_token").length;
}
