import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { NotReady } from "../edge/entrance.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import type { KeyUseStore } from "../stores/key-use-store.ts";

/** Returns why calls would fail now. Undefined if this part is usable. Must not wait. */
export type ReadinessSource = () => NotReady | undefined;

/** Joins sources into one list of reasons, in their order. */
export function reasonsOf(sources: readonly ReadinessSource[]): () => readonly NotReady[] {
  return () => sources.flatMap((source) => source() ?? []);
}

/** Names no server: strangers read this too. */
export function serversReached(areReached: () => boolean): ReadinessSource {
  return () =>
    areReached()
      ? undefined
      : {
          code: "server-unreachable",
          text: "A required server is not connected.",
          next: "toolcourt servers",
        };
}

export function auditSigned(unsigned: () => string | undefined): ReadinessSource {
  return () => {
    const because = unsigned();
    if (because === undefined) return undefined;
    const text = `The audit log cannot be signed: ${because}`;
    return { code: "audit-unusable", text, next: "toolcourt explain-error audit-failed" };
  };
}

export function auditWritable(isFailing: () => boolean): ReadinessSource {
  return () =>
    isFailing()
      ? {
          code: "audit-unusable",
          text: "The audit log cannot be written, so calls are refused.",
          next: "toolcourt explain-error audit-failed",
        }
      : undefined;
}

/** The problems quote the policy, so only the log has them. */
export function policyUsable({ state }: CurrentPolicy): ReadinessSource {
  return () =>
    state().kind === "usable"
      ? undefined
      : {
          code: "policy-unusable",
          text: "The policy is unusable, so every call is refused.",
          next: "toolcourt policy test <file>",
        };
}

/** The problem may quote the file, so only the log has it. */
export function keysUsable(areUsable: () => boolean): ReadinessSource {
  return () =>
    areUsable()
      ? undefined
      : {
          code: "keys-unusable",
          text: "The keys file is unusable, so every caller is refused.",
          next: "toolcourt doctor",
        };
}

export interface StoreWatchDeps extends Pick<Runtime, "clock"> {
  readonly audit: Pick<AuditStore, "last">;
  readonly keyUses: Pick<KeyUseStore, "put">;
  /** Whether calls are recorded in the mirror while the store is away. */
  readonly isMirrored: boolean;
}

const everyMs = 2_000;
const timeoutMs = 1_500;

/**
 * Reads from the store from time to time, beside the calls, and remembers how that went. Writes no
 * row either: a database that became read-only refuses the statement.
 */
export async function watchStore({
  audit,
  keyUses,
  isMirrored,
  clock,
}: StoreWatchDeps): Promise<{ readonly source: ReadinessSource } & AsyncDisposable> {
  let isUsable = true;
  const look = async (signal: AbortSignal): Promise<void> => {
    const reading = withTimeout({ clock, ms: timeoutMs, signal }, async () => {
      await audit.last();
      await keyUses.put([]);
    });
    const answered = await reading.then(
      () => true,
      () => false,
    );
    if (!signal.aborted) isUsable = answered;
  };
  const source: ReadinessSource = () => (isUsable || isMirrored ? undefined : storeUnusable);
  const polling = await poll({ clock, everyMs, look });
  return { source, [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose]() };
}

const storeUnusable: NotReady = {
  code: "store-unusable",
  text: "The store does not answer, or cannot be written.",
  next: "toolcourt explain-error store-unusable",
};
