import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { ContextIdentity } from "../governance/identity/context-identity.ts";
import { entries, isText, problem, toolboxOf } from "./entries.ts";
import type { TlsConfig } from "./listener.ts";
import { choice, fullText, keysAndValues, listenHost, nameOf, port } from "./pieces.ts";

// The key `server.ext_mcp`: where proxies ask, and whom they speak for.

const tls = z.strictObject(
  {
    cert_file: fullText,
    key_file: fullText,
    client_ca_file: fullText,
    min_version: choice(["TLSv1.2", "TLSv1.3"]).default("TLSv1.2"),
  },
  keysAndValues,
);

const identity = z.strictObject(
  {
    name: nameOf("the name of a source of identities"),
    id: fullText,
    roles: z.exactOptional(fullText),
    tenant: z.exactOptional(fullText),
  },
  keysAndValues,
);

export const extMcpSchema = z.strictObject(
  {
    host: listenHost,
    port: port.default(7422),
    tls,
    identity: z.exactOptional(identity),
    services: z.exactOptional(z.record(z.string(), fullText, keysAndValues)),
  },
  keysAndValues,
);

/** Where proxies ask about calls, and whom they speak for. */
export interface ExtMcpConfig {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsConfig & { readonly clientCaFile: string };
  /** Default: the bearer token of the proxied request. */
  readonly identity?: ContextIdentity | undefined;
  /** Our names of servers, by those of the proxy. Default: the names are the same. */
  readonly services: ReadonlyMap<string, string>;
}

export function toExtMcp(file: z.output<typeof extMcpSchema>): ExtMcpConfig {
  const { host, port: number, tls: files, identity: from, services } = file;
  return {
    host,
    port: number,
    tls: {
      certFile: files.cert_file,
      keyFile: files.key_file,
      clientCaFile: files.client_ca_file,
      minVersion: files.min_version,
    },
    identity: from,
    services: new Map(Object.entries(services ?? {})),
  };
}

const at = ["server", "ext_mcp"];
/** Prefixes of ids that others than a proxy give. */
const reserved = ["key", "operator", "local"];

export function* extMcpProblems(file: JsonObject, server: JsonObject): Generator<Problem> {
  const given = own(server, "ext_mcp");
  if (!isJsonObject(given)) return;
  const auth = own(server, "auth");
  if (auth === undefined) {
    yield problem(at, "A client behind a proxy is never the local user: configure `server.auth`.");
  }
  if ((own(server, "workers") ?? 1) !== 1) {
    const message = "Both checks of a call go to one process: use 1, or leave out `ext_mcp`.";
    yield problem(["server", "workers"], message);
  }
  yield* identityProblems(own(given, "identity"), isJsonObject(auth) ? auth : {});
  yield* serviceProblems(own(given, "services"), file);
}

/** Ids are the name, a colon and the user, and must not collide with those of an issuer. */
function* identityProblems(given: unknown, auth: JsonObject): Generator<Problem> {
  const name = isJsonObject(given) ? own(given, "name") : undefined;
  if (!isText(name)) return;
  const path = [...at, "identity", "name"];
  const issuers = entries(auth, ["server", "auth"], "issuers").map(({ value }) =>
    own(value, "name"),
  );
  if (reserved.includes(name)) {
    yield problem(path, `The names ${reserved.join(", ")} are reserved; choose another.`);
  } else if (name.includes(":")) {
    yield problem(path, "This name must not contain a colon.");
  } else if (issuers.includes(name)) {
    yield problem(path, "An issuer has this name; choose another.");
  }
}

function* serviceProblems(given: unknown, file: JsonObject): Generator<Problem> {
  if (!isJsonObject(given)) return;
  const { toolbox, path } = toolboxOf(file);
  const names = entries(toolbox, path, "mcps").map(({ value }) => own(value, "name"));
  for (const [service, server] of Object.entries(given)) {
    if (!isText(server) || names.includes(server)) continue;
    yield problem([...at, "services", service], "No entry of `toolbox.mcps` has this name.");
  }
}
