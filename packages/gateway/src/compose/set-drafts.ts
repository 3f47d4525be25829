import { access } from "node:fs/promises";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { contractDigest, type Overlay, readContract } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { IsApproved } from "../catalog/admission/compare-with-lock.ts";
import type { Config } from "../config/config.ts";
import type { ServerConfig } from "../config/offering.ts";
import { noteOf } from "../governance/audit/call-entries.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import {
  type ApprovedDrafts,
  openApprovedDrafts,
  type Uncallable,
  type Withheld,
} from "../http-tools/drafts/approved-drafts.ts";
import type { DraftsDeps } from "../http-tools/drafts/drafts.ts";
import { forSet, type SetConnection } from "../http-tools/operations/for-set.ts";
import { type HttpTool, pinned } from "../http-tools/operations/http-tool.ts";
import type { Accessible } from "../pipeline/stages/permit.ts";
import type { WhyNoTool } from "../pipeline/stages/resolve.ts";
import { openDurableStores, type StoresDeps, within } from "./open-durable-stores.ts";

/** The currently approved drafts of a set, as tools. */
export type SetDrafts = ApprovedDrafts<HttpTool>;

/** A set whose tools are drafts. */
export interface DraftedSet {
  readonly name: string;
  readonly connection: SetConnection;
  readonly drafts: Pick<SetDrafts, "approved" | "whyNot">;
}

export interface DraftLookupDeps extends StoresDeps {
  readonly stack: AsyncDisposableStack;
}

/** Reports whether a contract matches an approved draft exactly. */
export function createIsApproved(sets: readonly DraftedSet[]): IsApproved {
  const known = new Map(sets.map((set) => [set.name, createDigests(set)]));
  return ({ server, asReceived }) =>
    known.get(server)?.().has(contractDigest({ server, asReceived })) === true;
}

/** Returns the digests of all approved contracts, recomputed after each change. */
function createDigests({ name, connection, drafts }: DraftedSet): () => ReadonlySet<string> {
  let seen: readonly HttpTool[] | undefined;
  let digests: ReadonlySet<string> = new Set();
  return () => {
    const approved = drafts.approved();
    if (approved === seen) return digests;
    seen = approved;
    digests = new Set(
      approved.map(({ tool, operation }) => {
        const asReceived = pinned(forSet({ tool, operation }, connection));
        return contractDigest({ server: name, asReceived });
      }),
    );
    return digests;
  };
}

const codes = {
  pending: "draft-pending",
  rejected: "draft-rejected",
  changed: "draft-changed",
} as const satisfies Record<Uncallable, string>;

/**
 * Explains why a called tool is missing if it is a draft. Finds it by its own name and by that of
 * its set.
 */
export function createWhyNoTool(sets: readonly DraftedSet[], overlayOf: OverlayOf): WhyNoTool {
  return (tool, shown) => {
    for (const { name: set, drafts } of sets) {
      const bare = tool.startsWith(`${set}__`) ? tool.slice(set.length + 2) : tool;
      const withheld = drafts.whyNot(bare);
      if (withheld === undefined) continue;
      const refusal = new Refusal(codes[withheld.why], { tool: shown, draft: `${set}/${bare}` });
      const contract = contractOf(withheld, { server: set, overlay: overlayOf(set, bare) });
      return { refusal, tool: { publicName: tool, contract: contract ?? strongestOf(set, bare) } };
    }
    return undefined;
  };
}

/** Returns the operator's changes to a tool. */
export type OverlayOf = (server: string, tool: string) => Overlay | undefined;

/** Returns the contract as it would be if the draft were approved. */
function contractOf(
  { declared }: Withheld,
  { server, overlay }: { readonly server: string; readonly overlay: Overlay | undefined },
): Accessible["contract"] | undefined {
  if (declared === undefined) return undefined;
  const reading = readContract({ server, tool: declared, ...(overlay && { overlay }) });
  return reading.kind === "contract" ? reading.contract : undefined;
}

/**
 * Stands for the contract of a draft that cannot be read. Only principals that may call any tool
 * of this name learn of the draft, so it needs every permission.
 */
function strongestOf(server: string, name: string): Accessible["contract"] {
  return { server, name, effect: "destroy", digest: "", terms: { permissions: ["*:*"] } };
}

/** Reads the approved drafts for read-only commands. Never creates a store. */
export async function readApprovedDrafts(
  { toolbox, authority }: Pick<Config, "toolbox" | "authority">,
  place: DraftLookupDeps,
): Promise<((set: string) => Promise<ApprovedDrafts>) | undefined> {
  const { url } = authority.stores;
  if (servedSets({ toolbox }).length === 0 || !(await isThere(url, place))) return undefined;
  const { drafts } = place.stack.use(await openDurableStores(url, place));
  return (set) => openApprovedDrafts(drafts, set, place);
}

/** Returns whether a store exists. Looking must not create one. */
export async function isThere(
  url: string,
  { folder }: Pick<DraftLookupDeps, "folder">,
): Promise<boolean> {
  const file = /^sqlite:(.+)$/.exec(url)?.[1];
  if (file === undefined) return url !== "memory:";
  return access(within(folder, file)).then(
    () => true,
    () => false,
  );
}

function draftSetOf({ toolbox }: Pick<Config, "toolbox">, set: string): ServerConfig | undefined {
  return toolbox.servers.find(
    ({ name, transport }) => name === set && transport.kind === "http_tools",
  );
}

export function profilesOfSet(
  config: Pick<Config, "toolbox">,
  set: string,
): readonly ProfileName[] {
  return draftSetOf(config, set)?.profiles ?? ["core"];
}

/** Returns the sets whose approved drafts become tools. */
export function servedSets({ toolbox }: Pick<Config, "toolbox">): readonly string[] {
  return toolbox.servers.flatMap(({ name, transport }) =>
    transport.kind === "http_tools" && transport.drafts ? [name] : [],
  );
}

/** Names principals and builds entries for the audit log, which has every change of a draft. */
export function draftAudit(
  subjects: Pick<Subjects, "of">,
  clock: Runtime["clock"],
): Pick<DraftsDeps, "nameOf" | "entryOf"> {
  return {
    nameOf: async (id) => {
      const kind = id === "local" || id.startsWith("operator:") ? "local" : "user";
      return (await subjects.of({ id, kind })).id;
    },
    entryOf: ({ kind, at, by, about }) =>
      noteOf({ kind, moment: { at, monotonic: clock.monotonic() }, about: { ...about, by } }),
  };
}
