import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { PolicyStore } from "../../stores/policy-store.ts";
import { maxPolicyBytes, versionOf } from "./read-policy.ts";

/** Source of a policy text. */
export interface PolicySource {
  /** Name of the source in messages. */
  readonly name: string;
  /** Reads the whole text. Undefined if no policy exists yet. Throws if it cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<string | undefined>;
}

/** Reason why a policy has no text, in our own words. Messages put the source name in front. */
export class PolicyUnreadable extends Error {
  override readonly name = "PolicyUnreadable";
}

/**
 * Creates a source that reads a policy file. Accepts regular files only: opening a pipe would
 * block.
 */
export function createFileSource(path: string, name: string): PolicySource {
  return {
    name,
    read: async (signal) => {
      await using file = await openFile(path);
      const status = await file.stat();
      if (!status.isFile()) throw new PolicyUnreadable("is not a regular file.");
      if (status.size > maxPolicyBytes) throw new PolicyUnreadable("is larger than 1 MB.");
      return textOf(await file.readFile({ signal }));
    },
  };
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "is not there."],
  ["ENOTDIR", "is not there."],
  ["EACCES", "may not be read by the user that the gateway runs as."],
  ["EPERM", "may not be read by the user that the gateway runs as."],
]);

async function openFile(path: string): ReturnType<typeof open> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new PolicyUnreadable(reasons.get(code) ?? "cannot be opened.", { cause: error });
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new PolicyUnreadable("is not UTF-8 text.", { cause: error });
  }
}

/**
 * Creates a source for the newest policy of a store. Refuses a text that is too large or does not
 * match its version.
 */
export function createStoreSource({ newest }: Pick<PolicyStore, "newest">): PolicySource {
  return {
    name: "the store",
    read: async () => {
      const stored = await newest();
      if (stored === undefined) return undefined;
      const { text, version } = stored;
      if (Buffer.byteLength(text) > maxPolicyBytes || versionOf(text) !== version) {
        throw new PolicyUnreadable("holds a policy that is not what was put there.");
      }
      return text;
    },
  };
}
