import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { PolicySource } from "./open-policy.ts";
import { maxPolicyBytes } from "./read-policy.ts";
import { PolicyUnreadable } from "./unreadable.ts";

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
      if (!status.isFile()) throw new PolicyUnreadable("is no plain file.");
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
