import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Config } from "../../config/config.ts";
import { maxCallMs } from "../max-call-ms.ts";
import { exchanges } from "../open-entrance-deps.ts";
import type { Generation, WantedGateway } from "../open-generation.ts";
import { restartKeys } from "./compare-configs.ts";

/** What the audit log and the entrance were opened for. Fixed until a restart. */
export interface AtStart {
  readonly longestMs: number;
  readonly keepsTokens: boolean;
}

/** Refuses a change that a reload cannot make. */
export function checkRestart(start: AtStart, last: Generation, { config }: WantedGateway): void {
  const { fingerprint: before = {} } = last.config;
  const { fingerprint: after = {} } = config;
  const keys = restartKeys(before, after);
  // The audit log counts on it that no call takes longer.
  const takesLonger = maxCallMs(config.toolbox) > start.longestMs;
  const startsKeeping = keepsTokens(config.toolbox) && !start.keepsTokens;
  const all = [
    ...keys,
    ...(takesLonger ? ["the longest timeout of all tools"] : []),
    ...(startsKeeping ? ["the first connection that exchanges tokens"] : []),
  ];
  if (all.length > 0) throw new Refusal("restart-required", { keys: all });
}

/** Returns what a reload may not exceed. */
export function atStart({ toolbox }: Pick<Config, "toolbox">): AtStart {
  return { longestMs: maxCallMs(toolbox), keepsTokens: keepsTokens(toolbox) };
}

/** The entrance keeps the tokens of callers only if some server exchanges them. */
function keepsTokens({ servers }: Config["toolbox"]): boolean {
  return servers.some(exchanges);
}
