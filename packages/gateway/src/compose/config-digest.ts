import { sha256 } from "../governance/audit/chain.ts";
import type { FoundConfig } from "./find-config.ts";

/** The configuration is not the one that the other processes of this gateway have read. */
export class ConfigChangedError extends Error {
  override readonly name = "ConfigChangedError";

  constructor({ file = "The configuration" }: FoundConfig["source"]) {
    super(
      `${file} was changed after the gateway started, and a worker never serves another configuration than the others. Restart the whole gateway to apply the change, or undo it.`,
    );
  }
}

/** Returns a digest that is the same only for the same text. */
export function configDigest({ text }: Pick<FoundConfig, "text">): string {
  return sha256(text).toString("hex");
}

/** Returns the configuration if it has the digest. Default: any has it. */
export function unchanged(found: FoundConfig, digest: string | undefined): FoundConfig {
  if (digest === undefined || configDigest(found) === digest) return found;
  throw new ConfigChangedError(found.source);
}
