import { openTarget } from "./target.ts";

/** What a platform answers to the machine about its identity. */
export interface ManagedManners {
  status?: number;
  /** Overridden members of the answer. Default: none. */
  odd?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds since 1970. */
  endsAt: number;
}

export interface ManagedEndpoint extends AsyncDisposable {
  readonly port: number;
  readonly manners: ManagedManners;
  /** The address and the identity headers of each request. */
  readonly requested: readonly ManagedRequest[];
  readonly granted: readonly string[];
}

interface ManagedRequest {
  readonly host: string | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly metadata: string | undefined;
  readonly identityHeader: string | undefined;
}

export const identityHeader = "identity-header-canary-2f";

/**
 * Opens the endpoint of a platform: of App Service and Container Apps, or the metadata service. Each
 * refuses requests without its own header, as the original does.
 */
export async function openManagedEndpoint(
  kind: "app-service" | "imds",
  endsAt: number,
): Promise<ManagedEndpoint> {
  const manners: ManagedManners = { endsAt };
  const requested: ManagedRequest[] = [];
  const granted: string[] = [];
  const target = await openTarget(({ headers, url = "" }, response) => {
    const { pathname: path, searchParams } = new URL(url, "http://platform.test");
    const { host, metadata, "x-identity-header": given } = headers;
    const header = { metadata: textOf(metadata), identityHeader: textOf(given) };
    requested.push({ host, path, query: Object.fromEntries(searchParams), ...header });
    const isRight =
      kind === "imds"
        ? header.metadata === "true" && searchParams.get("api-version") === "2018-02-01"
        : header.identityHeader === identityHeader && path === "/msi/token";
    const status = isRight ? (manners.status ?? 200) : 400;
    response.writeHead(status, { "content-type": "application/json" });
    if (status !== 200) {
      response.end(JSON.stringify({ error: "invalid_request", error_description: "no" }));
      return;
    }
    const access_token = `managed-token-canary-${granted.length}`;
    granted.push(access_token);
    const expires_on = String(Math.floor(manners.endsAt / 1_000));
    response.end(
      JSON.stringify({ access_token, token_type: "Bearer", expires_on, ...manners.odd }),
    );
  });
  return { ...target, manners, requested, granted };
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
