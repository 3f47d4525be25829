import { annotationsAgree } from "@toolcourt/contracts/internal/judge/annotations-agree";
import { isJsonArray, isJsonObject, own, valueAt } from "@toolcourt/sdk";
import type { EndpointNames } from "../catalog/endpoints.ts";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import type { ViewAddresses } from "../protocol/view-addresses.ts";
import type { Asking } from "../upstreams/upstream.ts";
import { keptForMs } from "./category-defaults.ts";
import type { ClauseCounters, Clauses, ToolCounters } from "./clause-counters.ts";
import type { Redactor, Redactors } from "./redactors.ts";
import type { HintsMode } from "./stages/hint.ts";
import {
  type ArgumentsPlan,
  type PrepareArgumentsDeps,
  planArguments,
} from "./stages/prepare-arguments.ts";

/** What calls of one tool need. Worked out once for each tool of a snapshot, not in every call. */
export interface ToolPlan {
  readonly tool: RegisteredTool;
  readonly clauses: Clauses;
  readonly counters: ToolCounters;
  /** Whether the annotations agree with the contract. Undefined if that is not observed. */
  readonly annotationsAgree: boolean | undefined;
  /** Checks before the schema. Undefined if there are none. */
  readonly arguments: ArgumentsPlan | undefined;
  readonly redactor: Redactor;
  readonly hints: HintsMode;
  /** What the tool may ask of its caller. */
  readonly allowedRequests: readonly Asking[];
  /** Cache lifetime of an answer. 0 disables caching. */
  readonly keptForMs: number;
  /** Renames the views in its results. Undefined if callers see them as its server does. */
  readonly views: ViewAddresses | undefined;
  /** Whether only ids and digests of its calls may be logged. */
  readonly isTerse: boolean;
  /** Declared arguments that name what a call belongs to, for its log lines. */
  readonly idArguments: IdArguments;
  /** Whether a legacy server runs calls of the tool as tasks. */
  readonly taskSupport: TaskSupport;
}

/** In the words of the legacy protocol. */
export type TaskSupport = "forbidden" | "optional" | "required";

export interface IdArguments {
  readonly session: boolean;
  readonly connection: boolean;
  /** The levels of the argument `scope`, if it is a discovery's. */
  readonly levels: readonly string[];
  /** The choices of the argument `tier`. */
  readonly tiers: readonly string[];
}

export interface PlanDeps extends PrepareArgumentsDeps {
  readonly current: () => Snapshot;
  readonly clausesOf: (tool: RegisteredTool) => Clauses;
  readonly counters: ClauseCounters;
  readonly hiding: Redactors;
  readonly hintsOf: (tool: RegisteredTool) => HintsMode;
  readonly allowedRequestsOf: (tool: RegisteredTool) => readonly Asking[];
  readonly isTerse: (tool: RegisteredTool) => boolean;
  /** Default: callers see views under the addresses of their servers. */
  readonly views?: ViewAddresses | undefined;
  /** Default: there are no endpoints. */
  readonly endpoints?: EndpointNames | undefined;
}

/** The plans of the current snapshot's tools. */
export class Plans {
  readonly #deps: PlanDeps;
  #snapshot: Snapshot | undefined;
  #byName = new Map<string, ToolPlan>();

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /** Finds a tool at an endpoint. What the endpoint does not offer does not exist there. */
  findAt(name: string, endpoint: string | undefined): ToolPlan | undefined {
    if (endpoint === undefined) return this.find(name);
    const publicName = this.#deps.endpoints?.publicName(endpoint, name);
    return publicName === undefined ? undefined : this.find(publicName);
  }

  /** Finds a tool, held or not. The only look-up by name that a call makes. */
  find(name: string): ToolPlan | undefined {
    const snapshot = this.#deps.current();
    if (snapshot !== this.#snapshot) {
      this.#snapshot = snapshot;
      this.#byName = new Map();
    }
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const tool = snapshot.tools.get(name);
    if (tool === undefined) return undefined;
    const plan = planOf(tool, this.#deps);
    this.#byName.set(name, plan);
    return plan;
  }
}

export function planOf(tool: RegisteredTool, deps: PlanDeps): ToolPlan {
  const { contract, settings, publicName } = tool;
  const clauses = deps.clausesOf(tool);
  return {
    tool,
    clauses,
    counters: deps.counters.of(publicName),
    // In enforce mode the registry holds the tool, so it is not even listed.
    annotationsAgree: clauses.annotations === "observe" ? annotationsAgree(contract) : undefined,
    arguments: planArguments(tool, deps),
    redactor: deps.hiding.inResult(tool),
    hints: deps.hintsOf(tool),
    allowedRequests: deps.allowedRequestsOf(tool),
    keptForMs: settings.approval === "none" ? keptForMs(contract) : 0,
    views: deps.views?.isNaming === true && tool.home.kind === "server" ? deps.views : undefined,
    isTerse: deps.isTerse(tool),
    idArguments: idArgumentsOf(tool),
    taskSupport: taskSupportOf(tool),
  };
}

function taskSupportOf({ contract }: RegisteredTool): TaskSupport {
  const declared = valueAt(contract.asReceived, "/execution/taskSupport");
  return declared === "required" || declared === "optional" ? declared : "forbidden";
}

function idArgumentsOf({ contract }: RegisteredTool): IdArguments {
  const properties = own(contract.input, "properties");
  const declares = (name: string): boolean =>
    isJsonObject(properties) && Object.hasOwn(properties, name);
  const levels = valueAt(contract.input, "/properties/scope/properties");
  const tiers = valueAt(contract.input, "/properties/tier/enum");
  return {
    session: declares("session_id"),
    connection: declares("connection_id"),
    levels: isJsonObject(levels) ? Object.keys(levels).toSorted() : [],
    tiers: isJsonArray(tiers) ? tiers.filter((tier) => typeof tier === "string") : [],
  };
}
