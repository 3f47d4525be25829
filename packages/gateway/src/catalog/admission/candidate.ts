import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../snapshot.ts";

/** A tool that has everything but a public name. */
export interface Candidate extends Omit<RegisteredTool, "publicName"> {
  /** The tool object as callers see it, the operator's overlay included. */
  readonly shown: JsonObject;
}

/** Whose tool it is: the name of a server, or nothing for our own. */
export function ownerOf({ home }: Pick<Candidate, "home">): string | undefined {
  return home.kind === "local" ? undefined : home.server;
}
