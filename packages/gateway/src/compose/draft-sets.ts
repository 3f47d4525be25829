import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Config, ServerSettings } from "../config/config.ts";

/** The configuration of draft sets. */
export interface DraftSets {
  readonly profilesOf: (set: string) => readonly ProfileName[];
  /** Whether approved drafts of the set become tools. */
  readonly isUsed: (set: string) => boolean;
}

export function draftSetsOf({ toolbox }: Pick<Config, "toolbox">): DraftSets {
  const find = (set: string): ServerSettings | undefined =>
    toolbox.servers.find(({ name, transport }) => name === set && transport.kind === "http_tools");
  return {
    profilesOf: (set) => find(set)?.profiles ?? ["core"],
    isUsed: (set) => {
      const transport = find(set)?.transport;
      return transport?.kind === "http_tools" && transport.drafts;
    },
  };
}
