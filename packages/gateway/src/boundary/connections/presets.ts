import type { ConnectionKind, Provider } from "./settings.ts";

export const providerPresets = ["entra"] as const;
export const presetClouds = ["public", "usgov", "china"] as const;
export type PresetCloud = (typeof presetClouds)[number];

/** Where Microsoft Entra ID and Azure Resource Manager are, by cloud. */
const entraClouds = {
  public: {
    login: "https://login.microsoftonline.com",
    management: "https://management.azure.com",
  },
  usgov: {
    login: "https://login.microsoftonline.us",
    management: "https://management.usgovcloudapi.net",
  },
  china: {
    login: "https://login.partner.microsoftonline.cn",
    management: "https://management.chinacloudapi.cn",
  },
} as const satisfies Record<PresetCloud, { readonly login: string; readonly management: string }>;

/** The kinds of connections that Entra ID grants tokens for, and the default scopes of each. */
const entraScopes = {
  oauth: "/.default offline_access",
  "client-credentials": "/.default",
  "client-assertion": "/.default",
  exchange: "/.default",
} as const satisfies Partial<Record<ConnectionKind, string>>;

export type PresetKind = keyof typeof entraScopes;

export function hasPreset(kind: ConnectionKind): kind is PresetKind {
  return Object.hasOwn(entraScopes, kind);
}

/** What is known about a provider without asking it. */
export interface Preset
  extends Required<
    Pick<Provider, "issuer" | "authorizeUrl" | "tokenUrl" | "scope" | "proofAudience" | "isPrivate">
  > {
  readonly deviceUrl: string;
  /** How a client with a secret proves itself. */
  readonly secretProof: "post";
  /** How it exchanges the tokens of callers. */
  readonly exchange: "on-behalf-of";
}

/** Returns the id of an Entra tenant. Undefined for names such as `common`: they are of no tenant. */
export function readEntraTenant(text: string): string | undefined {
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined;
}

/**
 * Returns the addresses of Microsoft Entra ID for one tenant. Its metadata does not announce PKCE,
 * which it supports and we always use. So they stand here, and no check of metadata is loosened.
 */
export function entraPreset(
  tenant: string,
  { kind, cloud }: { readonly kind: PresetKind; readonly cloud: PresetCloud },
): Preset {
  const { login, management } = entraClouds[cloud];
  const base = `${login}/${tenant}`;
  const tokenUrl = `${base}/oauth2/v2.0/token`;
  return {
    issuer: `${base}/v2.0`,
    authorizeUrl: `${base}/oauth2/v2.0/authorize`,
    tokenUrl,
    deviceUrl: `${base}/oauth2/v2.0/devicecode`,
    // Entra ID compares the audience of an assertion with this address, not with its issuer.
    proofAudience: tokenUrl,
    secretProof: "post",
    scope: `${management}${entraScopes[kind]}`,
    exchange: "on-behalf-of",
    isPrivate: false,
  };
}

/** Returns the provider of a client that authenticates in this way. */
export function providerOf(
  { deviceUrl: _device, secretProof: _proof, exchange: _exchange, ...known }: Preset,
  client: Pick<Provider, "clientId" | "clientProof"> & Partial<Provider>,
): Provider {
  return { ...known, ...client };
}
