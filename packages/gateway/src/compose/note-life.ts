import { version } from "@toolcourt/contracts/internal/kernel/version";
import { digestOf } from "@toolcourt/sdk";
import type { Config } from "../config/config.ts";
import type { Setting } from "../config/effective.ts";
import type { ServerConfig } from "../config/offering.ts";
import { extraCertificates, extraCertificatesOf } from "../config/variables.ts";
import type { Notes } from "../governance/audit/notes.ts";
import type { FoundConfig } from "./find-config.ts";

export interface Life {
  readonly settings: readonly Setting[];
  readonly servers: readonly ServerConfig[];
  /** Files with further certificates to trust, by the key or variable that names each. */
  readonly certificates: Readonly<Record<string, string>>;
  readonly newId: () => string;
}

/** Audits the start of a gateway, and returns a function that audits its end. */
export function noteLife(notes: Notes, life: Life): () => void {
  const { settings, servers, certificates, newId } = life;
  const gateway = newId();
  notes.write("gateway.started", {
    gateway,
    version,
    configuration: digestOf(settings.map(({ path, value }) => [path, value])),
    servers: Object.fromEntries(originsOf(servers)),
    ...(Object.keys(certificates).length > 0 && { certificates }),
  });
  return () => notes.write("gateway.stopped", { gateway });
}

/** Returns the origin of each server, without path, user and query, which may hold credentials. */
export function originsOf(servers: readonly ServerConfig[]): ReadonlyMap<string, string> {
  return new Map(
    servers.map(({ name, transport }) => {
      if (transport.kind === "http_tools") return [name, transport.base?.origin ?? "http_tools"];
      return [name, transport.kind === "stdio" ? "stdio" : transport.url.origin];
    }),
  );
}

/** Returns the files with certificates that connections trust, by the key that names them. */
export function certificatesIn(
  { ca }: Config["egress"],
  { environment }: FoundConfig["source"],
): Life["certificates"] {
  const ofNode = extraCertificatesOf(environment);
  return {
    ...(ca !== undefined && { "egress.ca_file": ca }),
    ...(ofNode !== undefined && { [extraCertificates]: ofNode }),
  };
}
