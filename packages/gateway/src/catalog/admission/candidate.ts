import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../snapshot.ts";

/** A tool without its public name. */
export interface Candidate extends Omit<RegisteredTool, "publicName"> {
  /** The tool object as callers see it, including the operator's overlay. */
  readonly shown: JsonObject;
}

/** Returns the name of the tool's server, or undefined for a local tool. */
export function ownerOf({ home }: Pick<Candidate, "home">): string | undefined {
  return home.kind === "local" ? undefined : home.server;
}
