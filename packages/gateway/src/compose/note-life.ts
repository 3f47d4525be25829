import { digestOf } from "@toolcourt/sdk";
import type { ServerSettings } from "../config/config.ts";
import type { Setting } from "../config/effective.ts";
import { version } from "../foundation/kernel/version.ts";
import type { Notes } from "../governance/audit/notes.ts";

export interface Life {
  readonly settings: readonly Setting[];
  readonly servers: readonly ServerSettings[];
  readonly newId: () => string;
}

/** Notes what a gateway was started with, and gives back how to note that it has stopped. */
export function noteLife(notes: Notes, { settings, servers, newId }: Life): () => void {
  const gateway = newId();
  notes.write("gateway.started", {
    gateway,
    version,
    configuration: digestOf(settings.map(({ path, value }) => [path, value])),
    servers: Object.fromEntries(originsOf(servers)),
  });
  return () => notes.write("gateway.stopped", { gateway });
}

/** Where each server is: no path, no user, no query, which is where people put what lets them in. */
export function originsOf(servers: readonly ServerSettings[]): ReadonlyMap<string, string> {
  return new Map(
    servers.map(({ name, transport }) => {
      if (transport.kind === "http_tools") return [name, transport.base?.origin ?? "http_tools"];
      return [name, transport.kind === "stdio" ? "stdio" : transport.url.origin];
    }),
  );
}
