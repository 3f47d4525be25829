// Stands in for the binding to the system keyring in the process that imports it. The entries are
// in a JSON file that the operator would not have.

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { env } from "node:process";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";

/** The variable with the path of the file. */
export const keyringFile = "CANARY_KEYRING";

/** Sets the file for commands that run in this process. */
export function useKeyring(path: string): void {
  env[keyringFile] = path;
}

export class AsyncEntry {
  readonly #name: string;

  constructor(service: string, account: string) {
    this.#name = `${service}/${account}`;
  }

  async getPassword(): Promise<string | undefined> {
    const entries = parseJson(readFileSync(env[keyringFile] ?? "", "utf8"));
    const value = isJsonObject(entries) ? own(entries, this.#name) : undefined;
    return typeof value === "string" ? value : undefined;
  }
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@napi-rs/keyring"
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
});
