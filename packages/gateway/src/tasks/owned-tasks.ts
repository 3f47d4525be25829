import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Validate } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonObject, ToolContract } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Principal } from "../pipeline/call.ts";
import type { ToolPlan } from "../pipeline/plan.ts";
import type { StoredTask } from "../stores/task-store.ts";
import type { DeferDeps } from "./defer-call.ts";
import { type KeptCall, ownerOf, readKept } from "./kept-call.ts";
import { callOf, type ServerTaskDeps, type Standing } from "./server-task.ts";

/** A request about a task. Only the principal is trusted. */
export interface TaskRequest {
  readonly taskId: string;
  readonly principal: Principal;
  /** The endpoint that the request came to. Default: the whole gateway. */
  readonly endpoint?: string | undefined;
  /** What the request declares. */
  readonly capabilities: JsonObject;
}

export interface OwnedTasksDeps
  extends Pick<DeferDeps, "store" | "note">,
    Pick<ServerTaskDeps, "clock" | "line"> {
  /** Compiles the output schema of a contract that no tool may have any more. */
  readonly compile: (contract: ToolContract) => Promise<Validate | undefined>;
}

/** Has the form of an id. It is looked up for anything without that form, at the same cost. */
const noTask = "0".repeat(64);

/** An owner's task, with all that is needed to go on. */
export type Owned = Omit<Standing, "principal"> & TaskRequest;

/** Finds tasks for their owners. */
export class OwnedTasks {
  readonly #deps: OwnedTasksDeps;

  constructor(deps: OwnedTasksDeps) {
    this.#deps = deps;
  }

  /**
   * Finds the task of a caller that may still call its tool. A foreign id, an unknown and an expired
   * one are one look-up each, and get one answer.
   */
  async find(request: TaskRequest, method: string): Promise<Owned> {
    const { store, clock, note } = this.#deps;
    const { taskId, principal } = request;
    const id = /^[\da-f]{64}$/.test(taskId) ? taskId : noTask;
    const task = await store.find(id, ownerOf(principal));
    const owned =
      task && task.expiresAt > clock.now() ? await this.#read(task, request) : undefined;
    if (owned !== undefined) return owned;
    note("task.refused", principal, { method });
    throw new Refusal("task-unknown", {});
  }

  /** Undefined if the caller may not call the tool any more, or asks at another endpoint. */
  async #read(task: StoredTask, request: TaskRequest): Promise<Owned | undefined> {
    const kept = readKept(task);
    const { at } = kept.waits ?? {};
    if (kept.endpoint !== request.endpoint) return undefined;
    const plan = await this.planOf(kept);
    const owned = { ...request, task, kept, plan };
    if (!this.#mayCall(owned)) return undefined;
    if (at === undefined) return owned;
    const next = await this.#deps.store.find(at, ownerOf(request.principal));
    return next === undefined ? owned : this.#read(next, request);
  }

  /** The contract of the call applies, even if the tool has another one by now. */
  async planOf({ contract, publicName, settings }: KeptCall): Promise<ToolPlan> {
    const validateOutput = await this.#deps.compile(contract);
    const tool: RegisteredTool = {
      publicName,
      contract,
      settings,
      home: { kind: "server", server: contract.server },
      findings: [],
      ...(validateOutput !== undefined && { validateOutput }),
    };
    return this.#deps.line().planOf(tool);
  }

  /** Decides again, with the arguments of the call: a caller may have lost its rights. */
  #mayCall(owned: Owned): boolean {
    const { permit, authorize } = this.#deps.line();
    try {
      const call = callOf(this.#deps, owned);
      permit(call);
      authorize(call);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}
