import type { JsonObject, JsonValue, Overlay } from "@toolcourt/sdk";
import type { DriftedTools } from "../../contracts/drift/drifted.ts";
import type { LockedServer } from "../../contracts/lock/lock.ts";
import type { Logger } from "../../foundation/telemetry/events.ts";
import type { ServerPolicy, ToolSettings } from "../settings.ts";
import type { Candidate } from "./candidate.ts";
import type { IsApproved } from "./compare-with-lock.ts";
import type { JudgeContract } from "./conformance.ts";

/** What a server answered to `tools/list`, every page of it. */
export interface ServerListing {
  readonly policy: ServerPolicy;
  readonly tools: readonly JsonValue[];
}

/** `late`: the server was not there at the start. `again`: its tools have been admitted before. */
export type Occasion = "start" | "late" | "again";

/** Makes the tool object that callers see of the one that the server sent, overlay included. */
export type Present = (server: string, tool: JsonObject) => JsonObject;

/** What the admission of one server takes. */
export interface ServerAdmission {
  readonly judge: JudgeContract;
  readonly log: Logger["log"];
  readonly overlayOf: (server: string, tool: string) => Overlay | undefined;
  /** Changes how a server's tool is shown to callers, where answers will not be as the server gives them. */
  readonly present?: Present;
  readonly now: number;
  readonly tools: readonly ToolSettings[];
  readonly toolboxPath: string;
  readonly frozen: boolean;
  readonly isApproved?: IsApproved;
  readonly occasion: Occasion;
  readonly locked: LockedServer | undefined;
  readonly quarantined: DriftedTools;
  /** The server's tools up to now, by their own names. */
  readonly before: ReadonlyMap<string, Candidate>;
}

export interface AdmittedServer {
  readonly candidates: readonly Candidate[];
  /** What the lock does not have yet, or not like this. */
  readonly toLock: LockedServer;
  readonly quarantined: DriftedTools;
  /** Every name in the list, whatever became of the tool. */
  readonly returned: ReadonlySet<string>;
}
