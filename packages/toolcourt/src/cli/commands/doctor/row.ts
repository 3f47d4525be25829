import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { KeyFileError } from "@toolcourt/gateway/internal/governance/audit/key-file";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { CommandContext } from "../../command.ts";

export type RowState = "ok" | "warning" | "problem" | "not-looked-at";

/** What one check found. */
export interface Row {
  readonly check: string;
  readonly state: RowState;
  readonly text: string;
  /** The next command to type. Unset if there is nothing to do. */
  readonly next?: string;
}

/** A valid configuration and its surroundings. */
export interface Setup {
  readonly config: Config;
  /** The file as it was named. Undefined: the default one. */
  readonly configFile: string | undefined;
  /** Folder of the configuration. Relative paths start here. */
  readonly home: string;
  readonly context: CommandContext;
}

/** Differences of clocks that matter. Tokens may be off by five seconds. */
const skew = { warningMs: 5_000, problemMs: 60_000 };

export function ok(check: string, text: string): Row {
  return { check, state: "ok", text };
}

export function notLookedAt(check: string, because: string): Row {
  return { check, state: "not-looked-at", text: because };
}

/** Turns a failure in our own words into a problem. Throws any other: it is a bug. */
export function problemOf(check: string, error: unknown, next?: string): Row {
  if (isRefusal(error)) {
    return { check, state: "problem", text: error.message, next: next ?? error.next };
  }
  if (!(error instanceof StoreError || error instanceof KeyFileError)) throw error;
  const instead = next ?? "toolcourt explain-error store-unusable";
  return { check, state: "problem", text: error.message, next: instead };
}

/** Judges how far another clock is ahead of ours. */
export function clockRow(check: string, aheadMs: number): Row {
  const off = Math.abs(aheadMs);
  const seconds = Math.round(off / 1_000);
  if (off < skew.warningMs) return ok(check, `Its clock and ours differ by ${seconds} s.`);
  const text = `Its clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} ours. Set both by NTP.`;
  const state = off < skew.problemMs ? "warning" : "problem";
  return { check, state, text, next: "timedatectl status" };
}
