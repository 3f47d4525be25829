import { formatLock, type Lock } from "@toolcourt/contracts/internal/lock/lock";
import { parseLock } from "@toolcourt/contracts/internal/lock/parse-lock";
import type { JsonValue } from "@toolcourt/sdk";
import type { ServerListing } from "../../catalog/admission/server-admission.ts";
import type { AcceptedTexts } from "../../governance/policy/open-policy.ts";
import { lockName } from "../change-lock.ts";
import type { OverlayTexts } from "../load-overlays.ts";
import type { Generation } from "../open-generation.ts";
import type { JudgedTls } from "../read-tls.ts";
import { lockedTools } from "./hand-over.ts";

/**
 * What a gateway enforces of the files that wait for a reload. A worker that starts again takes it
 * from the others: a program that can write files and kill it must not widen anything by it.
 */
export interface AcceptedFiles {
  /** The text of the configuration. */
  readonly config: string;
  /** The text of the lock. Unset if there is none. */
  readonly lock?: string | undefined;
  readonly overlays: OverlayTexts;
  /** The servers that have answered. New tools of theirs wait for a reload. */
  readonly answered: readonly string[];
  /** Unset for a policy that is in no file. */
  readonly policy?: AcceptedTexts | undefined;
  /** Each key with all its properties. Unset without a keys file. */
  readonly keys?: readonly string[] | undefined;
  /** With the private key. Unset without TLS. */
  readonly certificate?: JudgedTls | undefined;
}

/** The parts that are watched beside the configuration. */
export type AcceptedParts = Pick<AcceptedFiles, "policy" | "keys" | "certificate">;

/** Returns what a generation enforces, and these parts beside it. */
export function acceptedIn(
  { found, lockNow, overlays, gateway }: Generation,
  parts: readonly AcceptedParts[],
): AcceptedFiles {
  const { servers, registry } = gateway.handOver();
  const lock = lockNow();
  const answered = [...servers.keys()].filter((name) => registry.listing(name) !== undefined);
  const own: AcceptedFiles = {
    config: found.text,
    lock: lock && formatLock(lock),
    overlays,
    answered,
  };
  return parts.reduce<AcceptedFiles>((all, part) => ({ ...all, ...part }), own);
}

export function acceptedLock({ lock }: Pick<AcceptedFiles, "lock">): Lock | undefined {
  return lock === undefined ? undefined : parseLock(lock, lockName);
}

interface Known {
  /** The servers that have answered. Default: none. */
  readonly answered?: readonly string[] | undefined;
  readonly lock: Lock | undefined;
}

/** Returns the tools of a server, without new ones if it has answered the others before. */
export function knownTools(
  { policy: { name }, tools }: Pick<ServerListing, "policy" | "tools">,
  { answered, lock }: Known,
): readonly JsonValue[] {
  return answered?.includes(name) === true ? lockedTools(tools, lock?.servers.get(name)) : tools;
}
