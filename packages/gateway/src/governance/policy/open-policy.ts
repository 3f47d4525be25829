import { type Polling, poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Logger } from "../../telemetry/events.ts";
import type { Policy } from "./policy.ts";
import { readPolicy, versionOf } from "./read-policy.ts";
import { type PolicySource, PolicyUnreadable } from "./sources.ts";

export type PolicyState =
  | { readonly kind: "usable"; readonly policy: Policy }
  | { readonly kind: "unusable"; readonly problems: readonly string[] };

/** The policy in force now. Without a usable policy every call is refused. */
export interface CurrentPolicy {
  readonly state: () => PolicyState;
}

/** A policy that can be replaced while the gateway runs. */
export interface ChangingPolicy extends CurrentPolicy {
  /** Lets what a changed file adds take effect too. No-op for a policy without a file. */
  readonly accept: () => Promise<void>;
  /**
   * Notifies when the set of permitted calls may have changed. Returns the unsubscribe function.
   */
  readonly subscribe: (changed: () => void) => () => void;
}

export interface PolicyDeps extends Pick<Runtime, "clock"> {
  readonly logger: Logger;
  /** Poll interval of the source. Default: 1000. */
  readonly everyMs?: number;
  /** Read timeout. Default: 1000. */
  readonly timeoutMs?: number;
  /**
   * Whether a changed text can only take away until `accept` is called. Then a call needs the
   * permission of both texts. Default: off, as for a store, whose writers are audited.
   */
  readonly onlyNarrows?: boolean;
}

/**
 * Keeps a policy in sync with its source. A missing, unreadable, truncated, faulty or slow source
 * leaves no policy. It never falls back to the last good one: the change may have been meant to
 * revoke access.
 */
export async function openPolicy(
  source: PolicySource,
  { clock, logger, everyMs = 1_000, timeoutMs = 1_000, onlyNarrows = false }: PolicyDeps,
): Promise<ChangingPolicy & Polling> {
  const subscribers = new Set<() => void>();
  let seen: string | undefined;
  let state: PolicyState = unusable(source, "has not been read yet.");
  const accepted = new AcceptedPolicy(source);
  const limited = (read: PolicyState): PolicyState => (onlyNarrows ? accepted.limit(read) : read);

  const look = async (signal: AbortSignal): Promise<void> => {
    const timeout = { clock, ms: timeoutMs, signal };
    const reading = await withTimeout(timeout, source.read).then(
      (text) => text ?? noneYet,
      (error: unknown) => unread(error, timeoutMs),
    );
    const text = typeof reading === "string" ? reading : undefined;
    if (signal.aborted || (text !== undefined && text === seen)) return;
    const before = state;
    state = limited(stateOf(reading, source));
    seen = text;
    logChange(logger, source, { before, now: state });
    if (before.kind === "unusable" && state.kind === "unusable") return;
    for (const changed of subscribers) changed();
  };

  const polling = await poll({ clock, everyMs, look });
  accepted.isOpen = false;
  // A subscriber that throws does not stop the polling.
  return Object.assign(polling, {
    accept: async () => {
      accepted.isOpen = true;
      seen = undefined;
      await polling.now().finally(() => {
        accepted.isOpen = false;
      });
    },
    state: () => state,
    subscribe: (changed: () => void) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
  });
}

/** Reason why there is no text. */
interface NoText {
  readonly why: string;
}

const noneYet: NoText = { why: "holds no policy yet: put one there with `toolcourt policy put`." };

function unread(error: unknown, timeoutMs: number): NoText {
  if (error instanceof PolicyUnreadable) return { why: error.message };
  if (!(error instanceof TimeoutError)) return { why: "cannot be read." };
  return { why: `gave no answer within ${timeoutMs} ms.` };
}

function unusable({ name }: PolicySource, problem: string): PolicyState {
  return { kind: "unusable", problems: [`${name} ${problem}`] };
}

function stateOf(text: string | NoText, source: PolicySource): PolicyState {
  if (typeof text !== "string") return unusable(source, text.why);
  try {
    const reading = readPolicy(text, source.name);
    if (reading.kind === "policy") return { kind: "usable", policy: reading.policy };
    return { kind: "unusable", problems: reading.problems };
  } catch {
    return unusable(source, "cannot be understood.");
  }
}

/** The policy of a file that was accepted last, at the start or by a reload. */
class AcceptedPolicy {
  /** Whether the next usable policy is accepted as a whole. */
  isOpen = true;
  readonly #source: PolicySource;
  #policy: Policy | undefined;

  constructor(source: PolicySource) {
    this.#source = source;
  }

  /** Limits what was read to what was accepted. The same text as before needs no limit. */
  limit(read: PolicyState): PolicyState {
    if (read.kind === "unusable") return read;
    if (this.isOpen) this.#policy = read.policy;
    const accepted = this.#policy;
    if (read.policy.version === accepted?.version) return read;
    if (accepted === undefined) {
      return unusable(this.#source, "can be used now, and waits for `toolcourt reload`.");
    }
    const version = versionOf(`${read.policy.version} within ${accepted.version}`);
    return { kind: "usable", policy: read.policy.limitedBy(accepted, version) };
  }
}

interface Change {
  readonly before: PolicyState;
  readonly now: PolicyState;
}

function logChange(logger: Logger, { name }: PolicySource, { before, now }: Change): void {
  if (now.kind === "usable") {
    const { version, statements } = now.policy;
    logger.log("policy.loaded", { policy: name, version, statements: statements.length });
    if (now.policy.within !== undefined) logger.log("policy.waiting", { policy: name });
    return;
  }
  const was = before.kind === "unusable" ? before.problems.join("\n") : undefined;
  if (was === now.problems.join("\n")) return;
  const [first = ""] = now.problems;
  logger.log("policy.unusable", { policy: name, problem: first, problems: now.problems.length });
}

/** Applies without a written policy: only callers on this machine may call. */
const defaultPolicyText = `version: 1
statements:
  - id: local-principal
    effect: allow
    kinds: [local]
    tools: ["*"]
    resources: ["*"]
    prompts: ["*"]
...
`;

export function createDefaultPolicy(): ChangingPolicy {
  const reading = readPolicy(defaultPolicyText, "the default policy");
  if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
  const { policy } = reading;
  return {
    state: () => ({ kind: "usable", policy }),
    subscribe: () => () => undefined,
    accept: async () => undefined,
  };
}
