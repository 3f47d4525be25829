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
  /** Where the text comes from. */
  readonly from: "file" | "store" | "default";
  /** The name of the source in messages. */
  readonly name: string;
  /** Whether the source is a file. */
  readonly isFile: boolean;
  /** Reads the text as it is now, which may not be in force yet. */
  readonly read: () => Promise<string | NoText>;
  /** Whether the file says more than what is in force, and so waits for a reload. */
  readonly isWaiting: () => boolean;
  /** Returns the texts in force, for a process that is to enforce the same. */
  readonly accepted: () => AcceptedTexts;
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
   * permission of all texts since. Default: off, as for a store, whose writers are audited.
   */
  readonly onlyNarrows?: boolean;
  /** The texts that another process enforces. Default: what is read first is accepted. */
  readonly accepted?: AcceptedTexts | undefined;
}

/**
 * Keeps a policy in sync with its source. A missing, unreadable, truncated, faulty or slow source
 * leaves no policy. It never falls back to the last good one: the change may have been meant to
 * revoke access.
 */
export async function openPolicy(
  source: PolicySource,
  { clock, logger, everyMs = 1_000, timeoutMs = 1_000, onlyNarrows = false, ...deps }: PolicyDeps,
): Promise<ChangingPolicy & Polling> {
  const subscribers = new Set<() => void>();
  let seen: string | undefined;
  let state: PolicyState = unusable(source, "has not been read yet.");
  const accepted = new AcceptedPolicies(source, deps.accepted);

  const read = (signal?: AbortSignal): Promise<string | NoText> =>
    readFrom(source, { clock, ms: timeoutMs, ...(signal && { signal }) });
  const put = (reading: string | NoText, judged: JudgedText): void => {
    const before = state;
    state = onlyNarrows ? accepted.limit(judged) : judged;
    seen = typeof reading === "string" ? reading : undefined;
    logChange(logger, source, { before, now: state, waits: accepted.isWaiting });
    if (before.kind === "unusable" && state.kind === "unusable") return;
    for (const changed of subscribers) changed();
  };
  const look = async (signal: AbortSignal): Promise<void> => {
    const reading = await read(signal);
    if (signal.aborted || (typeof reading === "string" && reading === seen)) return;
    put(reading, stateOf(reading, source));
  };

  const polling = await poll({ clock, everyMs, look });
  accepted.isOpen = false;
  // A subscriber that throws does not stop the polling.
  return Object.assign(polling, {
    prepare: async () => {
      if (!onlyNarrows) return undefined;
      const reading = await read();
      const judged = usableOf(reading, source);
      return {
        name: source.name,
        isNew: !accepted.isOnly(judged),
        apply: () => {
          accepted.accept(judged);
          put(reading, judged);
        },
      };
    },
    ...originOf(source, onlyNarrows),
    read: () => read(),
    isWaiting: () => accepted.isWaiting,
    accepted: () => accepted.texts(),
    state: () => state,
    subscribe: (changed: () => void) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
  });
}

function originOf(
  { name }: PolicySource,
  isFile: boolean,
): Pick<ChangingPolicy, "from" | "name" | "isFile"> {
  return { from: isFile ? "file" : "store", name, isFile };
}

/** Reason why there is no text. */
export interface NoText {
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

function unusable(
  { name }: PolicySource,
  problem: string,
): Extract<PolicyState, { readonly kind: "unusable" }> {
  return { kind: "unusable", problems: [`${name} ${problem}`] };
}

/** What a source holds, and the text of a usable policy. */
type JudgedText = UsableText | Extract<PolicyState, { readonly kind: "unusable" }>;

interface UsableText extends Pick<AcceptedPolicy, "text" | "policy"> {
  readonly kind: "usable";
}

function stateOf(text: string | NoText, source: PolicySource): JudgedText {
  if (typeof text !== "string") return unusable(source, text.why);
  try {
    const reading = readPolicy(text, source.name);
    if (reading.kind === "policy") return { kind: "usable", text, policy: reading.policy };
    return { kind: "unusable", problems: reading.problems };
  } catch {
    return unusable(source, "cannot be understood.");
  }
}

/** Returns a usable policy, or throws the `Refusal` of what is wrong with it. */
function usableOf(text: string | NoText, source: PolicySource): UsableText {
  const judged = stateOf(text, source);
  if (judged.kind === "usable") return judged;
  throw new Refusal("config-invalid", { file: source.name, problems: judged.problems });
}

/** Policy texts that must all allow a call, the newest first. */
export interface AcceptedTexts {
  readonly texts: readonly string[];
  /** Whether there were too many, so that no call is allowed. */
  readonly isSpent: boolean;
}

/** More would cost memory, and time of each call. */
const maxTexts = 8;

/** What was accepted of a policy file, at the start or by a reload, and what was taken away since. */
class AcceptedPolicies {
  /** Whether the gateway starts, and takes what it reads as a whole. */
  isOpen: boolean;
  /** Whether the file says more than what is in force. */
  isWaiting = false;
  readonly #source: PolicySource;
  #all: readonly AcceptedPolicy[] = [];
  #isSpent = false;

  constructor(source: PolicySource, accepted: AcceptedTexts | undefined) {
    this.#source = source;
    this.isOpen = accepted === undefined;
    if (accepted === undefined) return;
    this.#isSpent = accepted.isSpent;
    this.#all = accepted.texts.map((text) => ({ text, policy: judgedAlready(text, source) }));
  }

  texts(): AcceptedTexts {
    return { texts: this.#all.map(({ text }) => text), isSpent: this.#isSpent };
  }

  /** Reports whether this text alone is in force. */
  isOnly({ text }: AcceptedPolicy): boolean {
    const [first, ...others] = this.#all;
    return !this.#isSpent && others.length === 0 && first?.text === text;
  }

  accept({ text, policy }: AcceptedPolicy): void {
    this.#all = [{ text, policy }];
    this.#isSpent = false;
  }

  /**
   * Takes away what a text no longer allows, and returns what is in force then. What was taken away
   * comes back only by a reload, also if the text from before comes back.
   */
  limit(judged: JudgedText): PolicyState {
    this.isWaiting = false;
    if (judged.kind === "unusable") return judged;
    if (this.isOpen) this.accept(judged);
    this.#add(judged);
    this.isWaiting = !this.isOnly(judged);
    if (this.#isSpent) {
      return unusable(this.#source, "was changed too often, and waits for `toolcourt reload`.");
    }
    const policy = allOf(this.#all.map((each) => each.policy));
    if (policy !== undefined) return { kind: "usable", policy };
    return unusable(this.#source, "can be used now, and waits for `toolcourt reload`.");
  }

  /** Keeps only the texts that no other one makes superfluous. */
  #add({ text, policy }: AcceptedPolicy): void {
    const all = this.#all;
    if (all.length === 0 || this.#isSpent) return;
    const others = all.filter((each) => !policy.isWithin(each.policy));
    if (others.some((each) => each.policy.isWithin(policy))) return;
    this.#isSpent = others.length >= maxTexts;
    if (!this.#isSpent) this.#all = [{ text, policy }, ...others];
  }
}

interface AcceptedPolicy {
  readonly text: string;
  readonly policy: Policy;
}

/** Returns a policy that allows what all of these allow. Undefined if there are none. */
function allOf(policies: readonly Policy[]): Policy | undefined {
  return policies.reduceRight<Policy | undefined>((within, policy) => {
    if (within === undefined) return policy;
    return policy.limitedBy(within, versionOf(`${policy.version} within ${within.version}`));
  }, undefined);
}

function judgedAlready(text: string, { name }: PolicySource): Policy {
  const reading = readPolicy(text, name);
  if (reading.kind === "policy") return reading.policy;
  throw new TypeError("a faulty policy was accepted");
}

interface Change {
  readonly before: PolicyState;
  readonly now: PolicyState;
  /** Whether a part of what was read is not in force. */
  readonly waits: boolean;
}

function logChange(logger: Logger, { name }: PolicySource, { before, now, waits }: Change): void {
  if (now.kind === "usable") {
    const { version, statements } = now.policy;
    logger.log("policy.loaded", { policy: name, version, statements: statements.length });
    if (waits) logger.log("policy.waiting", { policy: name });
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
    from: "default",
    name: "the default policy",
    read: async () => defaultPolicyText,
    isFile: false,
    isWaiting: () => false,
    accepted: () => ({ texts: [], isSpent: false }),
    state: () => ({ kind: "usable", policy }),
    subscribe: () => () => undefined,
    prepare: async () => undefined,
  };
}
