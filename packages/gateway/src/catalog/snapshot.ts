import type { ApprovalWish, JsonObject, Tool, ToolContract } from "@toolcourt/sdk";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Difference } from "../contracts/drift/classify.ts";
import type { Validate } from "../contracts/schemas/engine.ts";

/** Where a call of a tool goes. */
export type Home =
  | { readonly kind: "local"; readonly tool: Tool }
  | { readonly kind: "server"; readonly server: string };

/** Why a tool is known and may not be called. */
export type Hold =
  | { readonly kind: "nonconformant"; readonly findings: readonly Finding[] }
  /** It differs from its lock, or did at some time since the start. */
  | { readonly kind: "drifted"; readonly difference: Difference }
  /** Nobody approved it: it is new since the start, or the lock is frozen and does not have it. */
  | { readonly kind: "not-admitted" }
  /** The removal date that its contract names has passed. */
  | { readonly kind: "removed"; readonly replacement?: string };

export interface EffectiveSettings {
  readonly maxInstances: number;
  readonly timeoutMs: number;
  readonly approval: ApprovalWish;
}

/** A tool as callers may ask for it. */
export interface RegisteredTool {
  /** What callers say; the contract has the name that the server knows. */
  readonly publicName: string;
  readonly contract: ToolContract;
  readonly home: Home;
  readonly settings: EffectiveSettings;
  readonly findings: readonly Finding[];
  /** Absent on a tool that may be called as far as the registry can say. */
  readonly hold?: Hold;
  /** Absent on a tool that does not conform. */
  readonly validateInput?: Validate;
  /** Absent where the contract has no output schema. */
  readonly validateOutput?: Validate;
}

/** All tools at one moment. Never changed: a new one takes its place. */
export interface Snapshot {
  readonly version: number;
  readonly tools: ReadonlyMap<string, RegisteredTool>;
  /** The answer to `tools/list`: callable tools under their public names, in a fixed order. */
  readonly listed: readonly JsonObject[];
}
