import { hash } from "node:crypto";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { type Certificate, createAuthority } from "./certificate.ts";
import { openFolder } from "./folder.ts";
import { answering, json, listen, refuseWith } from "./programs/odd-http.ts";
import { openServing, type Serving } from "./serving.ts";
import { run } from "./terminal.ts";

const authority = createAuthority();
const served = authority.issue("localhost");

/** A tool that reads, and one that changes something. */
const find: JsonObject = {
  name: "find",
  description: "Finds a customer by its id, and returns its name.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string" }, limit: { type: "integer", default: 10 } },
    required: ["id"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};
const rename: JsonObject = {
  ...find,
  name: "rename",
  description: "Renames a customer, and returns its new name.",
  annotations: { readOnlyHint: false, destructiveHint: false },
};
const erase: JsonObject = {
  ...find,
  name: "erase",
  description: "Erases a customer for good, and returns its last name.",
  annotations: { readOnlyHint: false, destructiveHint: true },
};
/** What the server lists. */
export const listedTools = { find, rename, erase } as const;
const tools = [find, rename, erase];

const policy = `
version: 1
roles: { support: ["approvals:decide"], asking: ["policy:evaluate"] }
statements:
  - { id: crm, effect: allow, roles: [support], tools: ["crm/*"] }
  - { id: secret, effect: deny, principals: ["*"], tools: ["crm/*"], when: args.id == "secret" }
...
`;

const keys = [
  { name: "ada", roles: ["support"] },
  { name: "eve", roles: [] },
  { name: "pep", roles: ["asking"] },
].map((key) => ({ ...key, sha256: hash("sha256", keyOf(key.name)) }));

const auth = { resource: "http://tools.example.com/mcp", keys };

/** Returns the key of a caller by its name. */
export function keyOf(name: string): string {
  return `tck_${name.repeat(10)}`;
}

export interface WorldOptions {
  readonly extMcp?: JsonObject;
  readonly server?: JsonObject;
  readonly timeout?: string;
  readonly flags?: readonly string[];
}

export interface World extends AsyncDisposable {
  /** The params of every call that reached the server. */
  readonly ran: readonly JsonObject[];
  /** The address of the server, for the proxy. */
  readonly url: URL;
  readonly serving: Serving;
  /** Returns the rows of the audit log that a part of a test wrote. */
  readonly rowsOf: (act: () => Promise<unknown>) => Promise<readonly JsonObject[]>;
}

/** Opens a real gateway that answers checks, and a real server that it knows. */
export async function openWorld({
  extMcp: more = {},
  server: also = {},
  timeout = "PT20S",
  flags = ["--ext-mcp"],
}: WorldOptions = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const ran: JsonObject[] = [];
  const crm = stack.use(
    await listen({
      "server/discover": answering(discovered),
      "tools/list": answering({ ...complete, tools }),
      "tools/call": ({ id, params, response }) => {
        ran.push(params);
        json(response, { jsonrpc: "2.0", id, result: resultWith({ name: "Ada" }) });
      },
      else: refuseWith(404),
    }),
  );
  const entry = { name: "crm", transport: "streamable_http", url: crm.url.href, mode: "dynamic" };
  const mcps = [{ ...entry, default_tool_config: { timeout } }];
  const server = { auth, ext_mcp: { port: 0, tls: tlsFiles, ...more }, ...also };
  const config = { toolbox: { mcps }, policy: { file: "policy.yaml" }, server };
  const folder = stack.use(await openFolder(filesFor(config)));
  await chmod(join(folder.path, "key.pem"), 0o600);
  const serving = stack.use(await openServing(folder.path, ...flags));
  const owned = stack.move();
  return {
    ran,
    url: crm.url,
    serving,
    rowsOf: async (act) => {
      const before = (await rowsIn(folder.path)).length;
      await act();
      return (await rowsIn(folder.path)).slice(before);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function filesFor(config: JsonObject): Record<string, string> {
  return {
    "toolcourt.yaml": JSON.stringify(config),
    "policy.yaml": policy,
    "cert.pem": served.cert,
    "key.pem": served.key,
    "clients.pem": authority.cert,
  };
}

/** The files of TLS in the folder of the gateway. */
export const tlsFiles = {
  cert_file: "cert.pem",
  key_file: "key.pem",
  client_ca_file: "clients.pem",
};
const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const discovered = {
  ...complete,
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
};

export function resultWith(structuredContent: JsonObject): JsonObject {
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return { resultType: "complete", content, structuredContent, isError: false };
}

/** Returns the address of checks, as the log tells it. */
export function checksAt({ printed }: Pick<Serving, "printed">): URL {
  const line = printed.find((text) => text.includes("Proxies ask about calls at")) ?? "";
  return new URL(/https:\S+/.exec(line)?.[0] ?? "");
}

/** Returns the rows of the audit log but those about readers and keys, newest last. */
async function rowsIn(folder: string): Promise<readonly JsonObject[]> {
  const { output } = await run(["audit", "export"], { folder });
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => {
      const row = parseJson(line);
      const body = isJsonObject(row) ? own(row, "body") : undefined;
      const entry = typeof body === "string" ? parseJson(body) : body;
      if (!isJsonObject(entry) || isBeside(own(entry, "kind"))) return [];
      return [entry];
    });
}

/** Returns what a client of the right authority shows and trusts. */
export function clientOf(): Certificate & { readonly ca: string } {
  return { ...authority.issue("proxy"), ca: authority.cert };
}

/** A key is noted at its first use, beside the call and at any time. */
function isBeside(kind: JsonValue | undefined): boolean {
  return typeof kind === "string" && (kind.startsWith("audit.") || kind === "identity.verified");
}
