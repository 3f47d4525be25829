import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import type { LockedServer } from "@toolcourt/contracts/internal/lock/lock";
import type { JsonObject, JsonValue, Overlay } from "@toolcourt/sdk";
import type { Logger } from "../../telemetry/events.ts";
import type { ServerPolicy, ToolConfig } from "../tool-config.ts";
import type { Candidate } from "./candidate.ts";
import type { DecisionOf, IsApproved } from "./compare-with-lock.ts";
import type { JudgeContract } from "./conformance.ts";

/** Complete answer of a server to `tools/list`, all pages. */
export interface ServerListing {
  readonly policy: ServerPolicy;
  readonly tools: readonly JsonValue[];
}

/** `late`: the server was down at the start. `again`: its tools were admitted before. */
export type Occasion = "start" | "late" | "again";

/** Builds the tool object that callers see from the server's, including the overlay. */
export type Present = (server: string, tool: JsonObject) => JsonObject;

/** Input for the admission of one server. */
export interface ServerAdmission {
  readonly judge: JudgeContract;
  readonly log: Logger["log"];
  /** Logs what a summary of the server tells at its first admission. */
  readonly logTool: Logger["log"];
  readonly overlayOf: (server: string, tool: string) => Overlay | undefined;
  /** Adapts a tool for callers if results will differ from the server's own. Default: unchanged. */
  readonly present?: Present;
  readonly now: number;
  readonly tools: readonly ToolConfig[];
  readonly toolboxPath: string;
  readonly frozen: boolean;
  readonly isApproved?: IsApproved;
  readonly decisionOf?: DecisionOf | undefined;
  readonly occasion: Occasion;
  readonly locked: LockedServer | undefined;
  readonly quarantined: DriftedTools;
  /** The server's current tools, by their own names. */
  readonly before: ReadonlyMap<string, Candidate>;
}

export interface AdmittedServer {
  readonly candidates: readonly Candidate[];
  /** Entries that the lock lacks, or has in another form. */
  readonly toLock: LockedServer;
  readonly quarantined: DriftedTools;
  /** Every name in the list, regardless of the outcome for the tool. */
  readonly returned: ReadonlySet<string>;
}
