import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Polling, poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  type Timeout,
  TimeoutError,
  withTimeout,
} from "@toolcourt/contracts/internal/kernel/with-timeout";
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
  /**
   * Reads and judges the file, and returns how what it adds takes effect too. Throws the `Refusal` of
   * what is wrong with it. Undefined for a policy without a file.
   */
  readonly prepare: () => Promise<PreparedPolicy | undefined>;
  /**
   * Notifies when the set of permitted calls may have changed. Returns the unsubscribe function.
   */
  readonly subscribe: (changed: () => void) => () => void;
}

/** A text that was judged, and is not accepted yet. */
export interface PreparedPolicy {
  readonly name: string;
  /** Whether it differs from the text that was accepted last. */
  readonly isNew: boolean;
  readonly apply: () => void;
}

export interface PolicyDeps extends Pick<Runtime, "clock"> {
  readonly logger: Logger;
  /** Poll interval of the source. Default: 1000. */
  readonly everyMs?: number;
  /** Read timeout. Default: 1000. */
  readonly timeoutMs?: number;
  /**
   * Whether a changed text can only take away until it is accepted. Then a call needs the
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

  const read = (signal?: AbortSignal): Promise<string | NoText> =>
    readFrom(source, { clock, ms: timeoutMs, ...(signal && { signal }) });
  const put = (reading: string | NoText, next: PolicyState): void => {
    const before = state;
    state = limited(next);
    seen = typeof reading === "string" ? reading : undefined;
    logChange(logger, source, { before, now: state });
    if (before.kind === "unusable" && state.kind === "unusable") return;
    for (const changed of subscribers) changed();
  };
  const look = async (signal: AbortSignal): Promise<void> => {
    const reading = await read(signal);
    if (signal.aborted || (typeof reading === "string" && reading === seen)) return;
    put(reading, stateOf(reading, source));
  };

  const polling = await poll({ clock, everyMs, look });
  if (state.kind === "usable") accepted.policy = state.policy;
  accepted.isOpen = false;
  // A subscriber that throws does not stop the polling.
  return Object.assign(polling, {
    prepare: async () => {
      if (!onlyNarrows) return undefined;
      const reading = await read();
      const judged = usableOf(reading, source);
      const { policy } = judged;
      return {
        name: source.name,
        isNew: policy.version !== accepted.policy?.version,
        apply: () => {
          accepted.policy = policy;
          put(reading, judged);
        },
      };
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

function readFrom({ read }: PolicySource, timeout: Timeout): Promise<string | NoText> {
  return withTimeout(timeout, read).then(
    (text) => text ?? noneYet,
    (error: unknown) => unread(error, timeout.ms),
  );
}

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

/** Returns a usable policy, or throws the `Refusal` of what is wrong with it. */
function usableOf(
  text: string | NoText,
  source: PolicySource,
): Extract<PolicyState, { readonly kind: "usable" }> {
  const judged = stateOf(text, source);
  if (judged.kind === "usable") return judged;
  throw new Refusal("config-invalid", { file: source.name, problems: judged.problems });
}

/** The policy of a file that was accepted last, at the start or by a reload. */
class AcceptedPolicy {
  /** Whether the gateway starts, and takes what it reads as a whole. */
  isOpen = true;
  policy: Policy | undefined;
  readonly #source: PolicySource;

  constructor(source: PolicySource) {
    this.#source = source;
  }

  /** Limits what was read to what was accepted. The same text as before needs no limit. */
  limit(read: PolicyState): PolicyState {
    if (read.kind === "unusable" || this.isOpen) return read;
    const accepted = this.policy;
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
    prepare: async () => undefined,
  };
}
