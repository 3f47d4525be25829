import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { type ApprovalWish, own } from "@toolcourt/sdk";
import { type ProfileName, profileNames } from "@toolcourt/sdk/rules";
import { z } from "zod";
import type { RedactionRules } from "../boundary/redaction/redact-text.ts";
import { modes, type ServerPolicy, type ToolDefaults } from "../catalog/tool-config.ts";
import {
  type Clauses,
  clauseModes,
  defaultClauses,
  removingModes,
  textModes,
} from "../pipeline/clause-counters.ts";
import { type HintsMode, hintsModes } from "../pipeline/stages/hint.ts";
import type { StatedExtension } from "../protocol/extensions.ts";
import type { Transport } from "../upstreams/transport.ts";
import type { Asking } from "../upstreams/upstream.ts";
import { type Discovery, ownDiscovery } from "./discovery.ts";
import { duration } from "./duration.ts";
import { type Entry, problem } from "./entries.ts";
import type { HttpSetConfig } from "./http-sets.ts";
import { choice, keysAndValues, listOf, positive, toolName, trueOrFalse } from "./pieces.ts";
import { redactionSchema, toRules } from "./redaction.ts";

// What MCP servers and HTTP tool sets have in common: the tools they offer, and their contracts.

const approvals = ["none", "caller", "operator"] as const satisfies readonly ApprovalWish[];

/** The settings of one tool, or of all tools of a server. */
export const toolSettings = {
  max_instances: z.exactOptional(positive),
  timeout: z.exactOptional(duration),
  approval: z.exactOptional(choice(approvals)),
};

export const clauses = z.strictObject(
  {
    input: choice(clauseModes).default(defaultClauses.input),
    output: choice(clauseModes).default(defaultClauses.output),
    "output-missing": choice(clauseModes).default(defaultClauses["output-missing"]),
    // Their defaults follow from the profile.
    "output-undeclared": z.exactOptional(choice(removingModes)),
    "is-error-flag": choice(clauseModes).default(defaultClauses["is-error-flag"]),
    "error-described": z.exactOptional(choice(clauseModes)),
    "text-agrees": z.exactOptional(choice(textModes)),
    size: choice(clauseModes).default(defaultClauses.size),
    annotations: choice(clauseModes).default(defaultClauses.annotations),
  },
  keysAndValues,
);

export const profiles = listOf(choice(profileNames), "profiles").min(1, {
  error: "Name at least one profile, or leave the key out.",
});

export const offering = {
  profile: z.exactOptional(profiles),
  naming: choice(["bare", "qualified"]).default("bare"),
  tool_allowlist: z.exactOptional(listOf(toolName, "names of tools")),
  tool_denylist: z.exactOptional(listOf(toolName, "names of tools")),
  allow_shadow_local: trueOrFalse.default(false),
  hints: choice(hintsModes).default("off"),
  required: trueOrFalse.default(true),
  discovery: ownDiscovery,
  approval: toolSettings.approval,
  redaction: z.exactOptional(redactionSchema),
};

export interface ContextSettings {
  /** Signs contexts. Default: a program gets a new key at every start of the gateway. */
  readonly key?: string | undefined;
}

/** An MCP server or an HTTP tool set. */
export interface ServerConfig extends ServerPolicy {
  readonly transport: Transport | HttpSetConfig;
  readonly prompts: readonly string[];
  readonly clauses: Clauses;
  readonly hints: HintsMode;
  /** Which requests it may make of a caller before it answers. */
  readonly allowedRequests: readonly Asking[];
  /** Extensions that the gateway declares in its own requests to it. Default: none. */
  readonly extensions?: readonly StatedExtension[];
  /** Maximum number of its tools. Default: that of `listAllTools`. */
  readonly maxTools?: number;
  /** Whether callers can read its resources. */
  readonly resources: "all" | "none";
  /** Whether the gateway refuses to start without it. */
  readonly required: boolean;
  /** Whether callers never read what it writes about an error. Default: they do if it is dynamic. */
  readonly withholdsErrors?: true | undefined;
  /** Set if it may know the user, agent and session of calls. Default: it may not. */
  readonly context?: ContextSettings | undefined;
  /** Redaction of its results. Default: the rules for all servers. */
  readonly redaction?: RedactionRules | undefined;
  /** How callers learn of its tools. Default: as `server.discovery` says. */
  readonly discovery?: Discovery | undefined;
}

const shared = z.object({
  name: toolName,
  mode: choice(modes),
  default_tool_config: z.nullish(z.strictObject(toolSettings)),
  ...offering,
});

/** What applies where an entry says nothing. */
export interface OfferingDefaults {
  readonly rules: RedactionRules;
  readonly profiles: readonly ProfileName[];
  readonly isProfileByMode?: true;
}

/** Converts the shared keys. */
export function toOffering(
  file: z.output<typeof shared>,
  defaults: OfferingDefaults,
): Pick<ServerConfig, "hints" | "required" | "redaction" | "discovery"> &
  Omit<ServerPolicy, "address" | "annotations"> {
  const { name, mode, profile, naming, hints, required, redaction, discovery } = file;
  return defined({
    name,
    mode,
    // Only a dynamic server uses them (S4-4).
    defaults: mode === "dynamic" ? toSettings(file.default_tool_config ?? {}) : undefined,
    approval: file.approval,
    profiles: profile ?? defaults.profiles,
    isProfileByMode: profile === undefined ? defaults.isProfileByMode : undefined,
    naming,
    toolAllowlist: file.tool_allowlist,
    toolDenylist: file.tool_denylist,
    ...(file.allow_shadow_local && { allowShadowLocal: true }),
    hints,
    required,
    discovery,
    redaction: redaction && toRules(redaction, defaults.rules),
  });
}

interface SettingsFile {
  readonly max_instances?: number | undefined;
  readonly timeout?: number | undefined;
  readonly approval?: ApprovalWish | undefined;
}

// Unset fields stay absent, so that a merge can tell them from set ones.
export function toSettings({ max_instances, timeout, approval }: SettingsFile): ToolDefaults {
  return {
    ...(max_instances === undefined ? {} : { maxInstances: max_instances }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(approval === undefined ? {} : { approval }),
  };
}

export function* offeringProblems({ path, value }: Entry): Generator<Problem> {
  if (own(value, "name") === "local") {
    const message = "The name `local` is reserved for local tools; choose another.";
    yield problem([...path, "name"], message);
  }
  if (own(value, "tool_allowlist") !== undefined && own(value, "tool_denylist") !== undefined) {
    yield problem(
      [...path, "tool_denylist"],
      "Give either tool_allowlist or tool_denylist.",
      "key",
    );
  }
}
