import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import {
  type ApprovedCall,
  type AuthorizedCall,
  type IncomingCall,
  isAuthorized,
  type Principal,
  type Question,
} from "../pipeline/call.ts";
import { changesThings } from "../pipeline/execution/attempt.ts";
import type { ForTasks } from "../pipeline/for-tasks.ts";
import { goesOnAsTask, takesTasks } from "../pipeline/goes-on.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import { breachOf } from "../pipeline/quarantine.ts";
import { isTaskResult } from "../protocol/tasks.ts";
import { StoreError } from "../stores/store-error.ts";
import type { StoredTask, TaskStore } from "../stores/task-store.ts";
import type { CallerChannel } from "../upstreams/upstream.ts";
import {
  inputDigest,
  type KeptCall,
  keptCallOf,
  ownerOf,
  type Waits,
  writeKept,
} from "./kept-call.ts";
import { shownTask, type Terms, written } from "./task-state.ts";
import { readTask, taskIdIn, type UpstreamTask } from "./upstream-task.ts";

export interface TaskLimits {
  /** How many tasks of a caller may run at once. */
  readonly maxLive: number;
  /** How long a task may last. */
  readonly maxTtlMs: number;
  /** The shortest interval at which a server is asked. */
  readonly pollMs: number;
}

/** Written to the audit log about tasks. */
export type TaskNote =
  | "task.created"
  | "task.read"
  | "task.updated"
  | "task.cancelled"
  | "task.refused";

export interface DeferDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly store: TaskStore;
  readonly limits: TaskLimits;
  /** The pipeline, which is opened after the stages that it needs of us. */
  readonly line: () => Pick<ForTasks, "clean" | "quarantine">;
  /** Tells a server that its task is not wanted. Not awaited. */
  readonly giveUp: (call: ApprovedCall, upstreamId: string) => void;
  readonly note: (kind: TaskNote, principal: Principal, about: JsonObject) => void;
  /** Whether a call that waits for an approval goes on as a task. */
  readonly mayWait: boolean;
}

/** Longer intervals would keep a caller waiting that follows them. */
const maxPollMs = 60_000;
const minTtlMs = 1_000;
const maxMessageLength = 1_000;

/** Keeps calls that go on as tasks, before their callers learn of it. */
export class Deferring {
  readonly #deps: DeferDeps;
  /** How long a server should keep a task. */
  readonly ttlMs: number;
  /**
   * Channels of calls that a task carries on, and when that task expires. They get no task for
   * their own waiting.
   */
  readonly #carriedOn = new WeakMap<CallerChannel, number>();

  constructor(deps: DeferDeps) {
    this.#deps = deps;
    this.ttlMs = deps.limits.maxTtlMs;
  }

  /** Keeps a call whose server answered with a task. */
  readonly defer: Stages["defer"] = (call, raw) => {
    if (!goesOnAsTask(call, raw) || !isTaskResult(raw)) return undefined;
    return this.#defer(call, raw);
  };

  /** Keeps a call that was refused because it is not approved yet. */
  readonly waitAsTask: Stages["waitAsTask"] = (call, incoming, error) => {
    if (!this.#deps.mayWait || !hasCode(error, "approval-required")) return undefined;
    const { channel } = call;
    if (channel === undefined || !takesTasks(call) || this.#carriedOn.has(channel)) {
      return undefined;
    }
    const { id: approval } = error.details;
    if (approval === undefined || !isAuthorized(call)) return undefined;
    return this.#wait(call, incoming, approval);
  };

  /** Marks the channel of a call that a task carries on until this time. */
  carriesOn(channel: CallerChannel, until: number): CallerChannel {
    this.#carriedOn.set(channel, until);
    return channel;
  }

  #carriedUntil({ channel }: Pick<IncomingCall, "channel">): number | undefined {
    return channel && this.#carriedOn.get(channel);
  }

  async #defer(call: ApprovedCall, raw: JsonObject): Promise<Question> {
    const { line, giveUp } = this.#deps;
    const upstreamId = taskIdIn(raw);
    const found = readTask({ ...raw, status: "working" });
    if (upstreamId === undefined || found === undefined) {
      const issues = ["/taskId: expected a text of at most 1024 characters"];
      const { publicName: tool } = call.registered;
      const quarantineId = line().quarantine.keep(raw, breachOf(call, "output", issues));
      throw new Refusal("output-invalid", { tool, clause: "output", issues, quarantineId });
    }
    try {
      const task = this.#taskOf(call, found, { upstreamId, kept: keptCallOf(call) });
      return await this.#add(call, task);
    } catch (error) {
      giveUp(call, upstreamId);
      throw error instanceof StoreError ? lost(call, error) : error;
    }
  }

  async #wait(call: AuthorizedCall, incoming: IncomingCall, approval: string): Promise<Question> {
    const waits: Waits = { approval };
    // Made again later, as it came: the host's own fields are filled in again then.
    const { tool, arguments: given = {} } = incoming;
    const again: KeptCall = { ...keptCallOf(call, waits), tool, arguments: given };
    const found: UpstreamTask = {
      status: "working",
      statusMessage: `The call waits for an approval. Next: toolcourt approvals show ${approval}`,
    };
    return this.#add(call, this.#taskOf(call, found, { upstreamId: null, kept: again }));
  }

  #taskOf(call: AuthorizedCall, found: UpstreamTask, { upstreamId, kept }: Place): StoredTask {
    const { clock, newId, limits, line } = this.#deps;
    const { contract, publicName } = call.registered;
    const now = clock.now();
    // Callers know the first task alone, so the second one does not outlive it.
    const lastsMs = (this.#carriedUntil(call) ?? Number.POSITIVE_INFINITY) - now;
    const maxTtlMs = Math.min(limits.maxTtlMs, lastsMs);
    const terms = termsOf(found, { ...limits, maxTtlMs });
    const { statusMessage } = found;
    return {
      ...ownerOf(call.principal),
      // Two ids of 122 random bits: an id is hard to guess, and a second check is the owner.
      id: `${newId()}${newId()}`.replaceAll("-", ""),
      callId: call.callId,
      server: contract.server,
      tool: publicName,
      contract: contract.digest,
      input: inputDigest(call),
      upstreamId,
      status: "working",
      content: written({
        ...terms,
        ...(statusMessage !== undefined && {
          statusMessage: line().clean(statusMessage).slice(0, maxMessageLength),
        }),
      }),
      call: writeKept(kept),
      createdAt: now,
      expiresAt: now + terms.ttlMs,
      changedAt: now,
    };
  }

  /** The task is on disk before its caller learns the id. */
  async #add(call: AuthorizedCall, task: StoredTask): Promise<Question> {
    const { store, limits, note } = this.#deps;
    const { maxLive: max } = limits;
    // One that carries on another takes its place.
    const isInPlace = this.#carriedUntil(call) !== undefined;
    if ((await store.add(task, isInPlace ? Number.MAX_SAFE_INTEGER : max)) === "too-many") {
      const { publicName: tool } = call.registered;
      const mayHaveActed = task.upstreamId !== null && changesThings(call);
      throw new Refusal("task-limit", { tool, max, mayHaveActed });
    }
    const { callId, expiresAt: expires, server } = task;
    note("task.created", call.principal, { callId, expires, server });
    return { asks: {}, task: shownTask(task, task.id, {}) };
  }
}

interface Place {
  readonly upstreamId: string | null;
  readonly kept: KeptCall;
}

function termsOf({ ttlMs, pollIntervalMs }: UpstreamTask, limits: TaskLimits): Terms {
  const { maxTtlMs, pollMs } = limits;
  return {
    ttlMs: Math.max(minTtlMs, Math.min(Math.floor(ttlMs ?? maxTtlMs), maxTtlMs)),
    pollIntervalMs: Math.max(pollMs, Math.min(Math.ceil(pollIntervalMs ?? pollMs), maxPollMs)),
  };
}

/** The server runs the call, and no caller can ask about it. */
function lost(call: ApprovedCall, cause: StoreError): Refusal {
  const { publicName: tool, contract } = call.registered;
  const facts = { tool, server: contract.server, fault: { kind: "task-not-kept" } };
  return changesThings(call)
    ? new Refusal("outcome-unknown", facts, { cause })
    : new Refusal("upstream-failed", { ...facts, passing: true }, { cause });
}
