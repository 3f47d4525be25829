import type { IncomingMessage, ServerResponse } from "node:http";
import { openTarget, type Target } from "./target.ts";

export interface VaultServer extends AsyncDisposable {
  /** For `VAULT_ADDR`. */
  readonly address: string;
  readonly seen: Target["seen"];
}

export interface VaultContent {
  /** The token that may read all paths. Any other gets 403. */
  readonly token: string;
  /** Secrets in a KV engine of version 2 at `secret/`, by path. Null: the latest version is deleted. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** Secrets in a KV engine of version 1 at `old/`, by path. Default: none. */
  readonly old?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly sealed?: boolean;
}

/** Stands for HashiCorp Vault: its paths, headers, statuses and bodies of `GET /v1/…`. */
export async function openVaultServer(content: VaultContent): Promise<VaultServer> {
  const target = await openTarget((request, response) => answer(request, response, content));
  return {
    address: `http://127.0.0.1:${target.port}`,
    seen: target.seen,
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

type Answer = readonly [status: number, body: object];

function answer(request: IncomingMessage, response: ServerResponse, content: VaultContent): void {
  const [status, body] = answerTo(request, content);
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

function answerTo({ headers, url }: IncomingMessage, content: VaultContent): Answer {
  if (content.sealed === true) return [503, { errors: ["Vault is sealed"] }];
  return headers["x-vault-token"] === content.token
    ? answerAt(String(url), content)
    : [403, { errors: ["1 error occurred:\n\t* permission denied\n\n"] }];
}

function answerAt(url: string, content: VaultContent): Answer {
  const [, mount = "", path = ""] = /^\/v1\/([^/]+)\/(.+)$/.exec(url) ?? [];
  if (mount === "old") return ofVersionOne(content.old?.[path]);
  if (mount === "secret") return ofVersionTwo(path, content);
  return [404, { errors: [`no handler for route "${mount}/${path}". route entry not found.`] }];
}

function ofVersionOne(data: object | undefined): Answer {
  return data === undefined ? [404, { errors: [] }] : [200, whole(data)];
}

function ofVersionTwo(path: string, { secrets }: VaultContent): Answer {
  if (!path.startsWith("data/")) {
    const warnings = ["Invalid path for a versioned K/V secrets engine."];
    return [404, { ...whole(null), warnings }];
  }
  const data = secrets[path.slice("data/".length)];
  if (data === undefined) return [404, { errors: [] }];
  const deleted = { ...metadata, deletion_time: "2026-02-01T00:00:00Z" };
  return data === null
    ? [404, whole({ data: null, metadata: deleted })]
    : [200, whole({ data, metadata })];
}

const metadata = {
  created_time: "2026-01-01T00:00:00Z",
  custom_metadata: null,
  deletion_time: "",
  destroyed: false,
  version: 2,
};

function whole(data: unknown): object {
  return {
    request_id: "00000000-0000-4000-8000-000000000001",
    lease_id: "",
    renewable: false,
    lease_duration: 0,
    data,
    wrap_info: null,
    warnings: null,
    auth: null,
  };
}
