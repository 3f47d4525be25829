import type { ApprovalWish } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";

export const modes = ["strict", "dynamic"] as const;
/** Treatment of a server's unconfigured tools: an error at the start, or the defaults. */
export type Mode = (typeof modes)[number];

/** Explicit settings of one tool. Unset fields stay undefined, because the merge depends on it. */
export interface ToolConfig {
  readonly name: string;
  readonly server?: string;
  readonly maxInstances?: number;
  readonly timeoutMs?: number;
  readonly approval?: ApprovalWish;
}

/** Settings for a dynamic server's tools without explicit ones. */
export interface ToolDefaults {
  readonly maxInstances?: number;
  readonly timeoutMs?: number;
  /** Default: the server's. */
  readonly approval?: ApprovalWish;
}

/** Admission rules for the tools of one server. */
export interface ServerPolicy {
  readonly name: string;
  /** As shown in messages: without user, password and query. */
  readonly address: string;
  readonly mode: Mode;
  /** Always set for a dynamic server. */
  readonly defaults?: ToolDefaults | undefined;
  /** The approval of its tools without a setting of their own. Default: by their contracts. */
  readonly approval?: ApprovalWish | undefined;
  readonly profiles: readonly ProfileName[];
  /** Whether the profiles follow from the mode. Default: the configuration names them. */
  readonly isProfileByMode?: true | undefined;
  readonly naming: "bare" | "qualified";
  /** Holds a tool whose annotations understate its effect. Default: off. */
  readonly annotations?: "enforce" | undefined;
  readonly toolAllowlist?: readonly string[] | undefined;
  readonly toolDenylist?: readonly string[] | undefined;
  /** Whether its tools may replace local tools of the same name. Default: off. */
  readonly allowShadowLocal?: boolean | undefined;
  /** Whether the gateway refuses to start without it. Default: on. */
  readonly required?: boolean | undefined;
}

export const collisions = ["last-wins", "qualify", "error"] as const;
/** Treatment of two servers with the same tool name. */
export type Collision = (typeof collisions)[number];
