import { hash } from "node:crypto";
import type { ProviderManners } from "./provider-manners.ts";

/** What a provider remembers. */
export interface State {
  /** The ids of used client assertions. */
  readonly assertions: Set<string>;
  readonly access: Set<string>;
  readonly refresh: Map<string, "good" | "used">;
  readonly codes: Map<string, Grant>;
  readonly asked: string[];
  readonly registered: Readonly<Record<string, unknown>>[];
  readonly requested: Readonly<Record<string, string>>[];
  readonly granted: string[];
  readonly revoked: string[];
  readonly grant: (withRefresh: boolean) => object;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** Creates the memory of a provider. */
export function createState(manners: ProviderManners): State {
  const access = new Set<string>();
  const refresh = new Map<string, "good" | "used">();
  const codes = new Map<string, Grant>();
  const asked: string[] = [];
  const assertions = new Set<string>();
  const registered: Readonly<Record<string, unknown>>[] = [];
  const requested: Readonly<Record<string, string>>[] = [];
  const granted: string[] = [];
  const revoked: string[] = [];
  const newToken = (kind: string): string => {
    const token = `${kind}-canary-${granted.length}-${hash("sha256", `${kind}${granted.length}`).slice(0, 24)}`;
    granted.push(token);
    return token;
  };
  const grant = (withRefresh: boolean): object => {
    const token = newToken("access");
    access.add(token);
    const next = withRefresh ? newToken("refresh") : undefined;
    if (next !== undefined) refresh.set(next, "good");
    return {
      access_token: token,
      token_type: "Bearer",
      ...(manners.endsInSeconds !== undefined && { expires_in: manners.endsInSeconds }),
      ...(next !== undefined && { refresh_token: next }),
      ...manners.odd,
    };
  };
  return {
    assertions,
    access,
    refresh,
    codes,
    asked,
    registered,
    requested,
    granted,
    revoked,
    grant,
  };
}
