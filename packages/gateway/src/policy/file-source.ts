import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { PolicySource } from "./open-policy.ts";
import { maxPolicyBytes } from "./read-policy.ts";

/** A policy in a file. What is no plain file is not read: a pipe would hold on to whoever opens it. */
export function createFileSource(path: string, name: string): PolicySource {
  return {
    name,
    read: async (signal) => {
      await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const status = await file.stat();
      if (!status.isFile() || status.size > maxPolicyBytes) {
        throw new TypeError("this is nothing that a policy could be in");
      }
      const bytes = await file.readFile({ signal });
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    },
  };
}
