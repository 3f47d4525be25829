import type { ApprovalWish } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";

export const modes = ["strict", "dynamic"] as const;
/** What becomes of a server's tool that the configuration does not name: an error at start, or the defaults. */
export type Mode = (typeof modes)[number];

/** The explicit settings of one tool. A field that nobody set is absent: a merge needs to know. */
export interface ToolSettings {
  readonly name: string;
  readonly server?: string;
  readonly maxInstances?: number;
  readonly timeoutMs?: number;
  readonly approval?: ApprovalWish;
}

/** What a dynamic server's tools get where nothing explicit is said. */
export interface DefaultToolSettings {
  readonly maxInstances?: number;
  readonly timeoutMs?: number;
}

/** How the tools of one server are admitted. */
export interface ServerPolicy {
  readonly name: string;
  /** As messages show it: without user, password and query. */
  readonly address: string;
  readonly mode: Mode;
  /** Always there for a dynamic server. */
  readonly defaults?: DefaultToolSettings;
  readonly profiles: readonly ProfileName[];
  readonly naming: "bare" | "qualified";
  /** Whether a tool is held whose annotations are milder than what it does. */
  readonly annotations?: "enforce";
  readonly toolAllowlist?: readonly string[];
  readonly toolDenylist?: readonly string[];
}

export const collisions = ["last-wins", "qualify", "error"] as const;
/** What happens when two servers have a tool of one name. */
export type Collision = (typeof collisions)[number];
