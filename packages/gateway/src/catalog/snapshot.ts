import type { Difference } from "@toolcourt/contracts/internal/drift/classify";
import type { Validate } from "@toolcourt/contracts/internal/schemas/engine";
import {
  type ApprovalWish,
  isJsonObject,
  type JsonObject,
  own,
  type Tool,
  type ToolContract,
} from "@toolcourt/sdk";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Named } from "./admission/arrange.ts";

/** Destination of a tool's calls. */
export type Home =
  | { readonly kind: "local"; readonly tool: Tool }
  | { readonly kind: "server"; readonly server: string };

/** Why a known tool may not be called. */
export type Hold =
  | { readonly kind: "nonconformant"; readonly findings: readonly Finding[] }
  /** Differs from its lock entry, or did since the start. */
  | { readonly kind: "drifted"; readonly difference: Difference }
  /** Its approval was withdrawn in the store. */
  | { readonly kind: "withdrawn" }
  /** Not approved: new since the start, or missing from a frozen lock. */
  | { readonly kind: "not-admitted" }
  /** Its texts break rules about wording, and no person has approved them. */
  | { readonly kind: "unreviewed"; readonly findings: readonly Finding[] }
  /** Its name belongs to another tool: `owner` is a server, or `local`. */
  | { readonly kind: "name-taken"; readonly name: string; readonly owner: string }
  /** The removal date in its contract has passed. */
  | { readonly kind: "removed"; readonly replacement?: string };

export interface EffectiveToolConfig {
  readonly maxInstances: number;
  readonly timeoutMs: number;
  readonly approval: ApprovalWish;
  /** Set if approval is needed only because no effect is declared. Default: unset. */
  readonly isUndeclared?: true;
}

/** A tool as callers can request it. */
export interface RegisteredTool {
  /** The name that callers use. The contract has the server's own name. */
  readonly publicName: string;
  readonly contract: ToolContract;
  readonly home: Home;
  readonly settings: EffectiveToolConfig;
  readonly findings: readonly Finding[];
  /** Undefined if the registry allows calls. */
  readonly hold?: Hold;
  /** Undefined if the tool does not conform. */
  readonly validateInput?: Validate;
  /** Undefined if the contract has no output schema. */
  readonly validateOutput?: Validate;
}

/** The metadata key of tools and results that no output schema describes. */
export const untypedKey = "dev.toolcourt/untyped";

/** All tools at one moment. Immutable: a change creates a new snapshot. */
export interface Snapshot {
  readonly version: number;
  readonly tools: ReadonlyMap<string, RegisteredTool>;
  /** The answer to `tools/list`: callable tools under their public names, in a fixed order. */
  readonly listed: readonly JsonObject[];
}

/** Builds a snapshot, sorted by public name, with the answer to `tools/list` ready. */
export function buildSnapshot(version: number, named: Iterable<Named>): Snapshot {
  const sorted = [...named].toSorted((a, b) => (a.publicName < b.publicName ? -1 : 1));
  return Object.freeze({
    version,
    tools: new Map(sorted.map((each) => [each.publicName, registered(each)])),
    listed: Object.freeze(
      sorted
        .filter(({ candidate }) => candidate.hold === undefined)
        .map(({ publicName, candidate }) => ({ ...listedAs(candidate), name: publicName })),
    ),
  });
}

/** Marks a tool without an output schema, so that clients know it before they call it. */
function listedAs({ shown, contract }: Named["candidate"]): JsonObject {
  if (contract.output !== undefined) return shown;
  const meta = own(shown, "_meta");
  return { ...shown, _meta: { ...(isJsonObject(meta) && meta), [untypedKey]: true } };
}

function registered({ publicName, candidate }: Named): RegisteredTool {
  const { shown: _shown, ...tool } = candidate;
  return Object.freeze({ publicName, ...tool });
}
