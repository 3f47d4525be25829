import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { isText, problem } from "./entries.ts";
import { keysAndValues, trueOrFalse } from "./pieces.ts";

/** Whether `serve` also serves the console. */
export const consoleSchema = z.strictObject({ enabled: trueOrFalse.default(false) }, keysAndValues);

export type ConsoleConfig = Readonly<z.output<typeof consoleSchema>>;

/** Where the console is reached. */
export interface ConsolePlace {
  readonly host: string;
  /** Our own address, as callers know it. Undefined without `server.auth`. */
  readonly resource: string | undefined;
}

/** Beyond this machine, a session must not travel over plain HTTP. */
export function mayServeConsole({ host, resource }: ConsolePlace): boolean {
  return isLoopback(host) || resource?.startsWith("https://") === true;
}

export function* consoleProblems(file: JsonObject): Generator<Problem> {
  const section = own(file, "console");
  if (!isJsonObject(section) || own(section, "enabled") !== true) return;
  const server = own(file, "server");
  if (!isJsonObject(server)) return;
  const host = own(server, "host");
  const auth = own(server, "auth");
  const given = isJsonObject(auth) ? own(auth, "resource") : undefined;
  const resource = isText(given) ? given.toLowerCase() : undefined;
  if (!isText(host) || mayServeConsole({ host, resource })) return;
  const message =
    "Beyond this machine the console needs an https `server.auth.resource`: set one, or listen on 127.0.0.1.";
  yield problem(["console", "enabled"], message);
}
