import { hash } from "node:crypto";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Credential } from "../boundary/connections/connections.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import { toRefusal } from "../boundary/egress/to-refusal.ts";
import { printable } from "../boundary/files/printable.ts";
import type { Config } from "../config/config.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import { readPolicy } from "../governance/policy/read-policy.ts";
import { createFileSource, createStoreSource } from "../governance/policy/sources.ts";
import { analyzePdf, digestOfBytes } from "../http-tools/drafts/sources/analyze-pdf.ts";
import type { Layout } from "../http-tools/drafts/sources/layout.ts";
import { type FoundRows, searchIndex } from "../http-tools/drafts/sources/search-index.ts";
import type {
  DraftSource,
  ScanSource,
  SearchSource,
  SendToSource,
} from "../http-tools/drafts/sources/source.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openConnections } from "./open-connections.ts";
import { within } from "./open-durable-stores.ts";
import { certificatesOf, openConfiguredEgress } from "./open-egress.ts";
import { partsOf } from "./open-operator-connections.ts";
import { draftsOver, type OpenedDrafts, openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { gatewayUser } from "./server-credentials.ts";
import { draftAudit } from "./set-drafts.ts";
import { vaultUsable } from "./store-unusable.ts";

/** The stored drafts of a gateway, and the services that drafts are taken from. */
export interface OpenedSources extends OpenedDrafts {
  /** Returns the source of this name and kind. Throws a `Refusal` if there is none. */
  readonly source: <Kind extends DraftSource["kind"]>(
    name: string,
    kind: Kind,
  ) => Extract<DraftSource, { readonly kind: Kind }>;
  /** Throws a `Refusal` unless the policy lets the operator write drafts. */
  readonly permit: () => Promise<void>;
  readonly search: (source: SearchSource, words: string) => Promise<FoundRows>;
  readonly analyze: (source: ScanSource, bytes: Uint8Array) => Promise<Layout>;
}

const permission = "drafts:write";
const megabyte = 1024 * 1024;

/** A PDF of 20 MB is a third larger in base64. An answer holds every word with its place. */
const limits = {
  maxPayloadBytes: 28 * megabyte,
  maxResponseBytes: 64 * megabyte,
  deadlineMs: 60_000,
};

/** Opens the drafts of a gateway with the sources of its configuration. */
export async function openDraftSources(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedSources> {
  await using stack = new AsyncDisposableStack();
  const opened = await openOperatorStores(file, runtime);
  const { config, stores, home: folder } = opened;
  stack.use(stores);
  const owned = stack.move();
  const { clock, signal, newId, operator } = runtime;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  const { nameOf, entryOf } = draftAudit(subjects, clock);
  // Committed before the request: nothing leaves the house unrecorded.
  const record = async (
    kind: "draft.searched" | "draft.scanned",
    about: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const entry = entryOf({ kind, at: clock.now(), by: await nameOf(operator), about });
    await stores.audit.append([entry], "on-disk");
  };
  const reach = <T>(source: DraftSource, work: (send: SendToSource) => Promise<T>): Promise<T> =>
    reachSource({ config, stores, folder, runtime }, source, work);
  return {
    ...draftsOver(opened, runtime),
    source: (name, kind) => sourceNamed(config, name, kind),
    permit: () => permitted({ config, stores, folder, runtime }),
    search: (source, words) =>
      reach(source, async (send) => {
        const query = `sha256:${hash("sha256", words, "hex")}`;
        await record("draft.searched", { source: source.name, query });
        return searchIndex(source, words, send);
      }),
    analyze: (source, bytes) =>
      reach(source, async (send) => {
        await record("draft.scanned", { source: source.name, document: digestOfBytes(bytes) });
        return analyzePdf(source, bytes, { clock, signal, send });
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface Place {
  readonly config: Config;
  readonly stores: DurableStores;
  readonly folder: string;
  readonly runtime: ProcessRuntime;
}

function sourceNamed<Kind extends DraftSource["kind"]>(
  { drafts }: Config,
  name: string,
  kind: Kind,
): Extract<DraftSource, { readonly kind: Kind }> {
  const isOfKind = (source: DraftSource): source is Extract<DraftSource, { readonly kind: Kind }> =>
    source.kind === kind;
  const fitting = drafts.sources.filter(isOfKind);
  const found = fitting.find((source) => source.name === name);
  if (found !== undefined) return found;
  const known = fitting.map((source) => source.name).join(", ") || "none";
  const problem = `--source: Expected a source of drafts.sources with the kind ${kind}, found ${printable(name)}; there are: ${known}.`;
  throw new Refusal("usage-invalid", { problem, help: "toolcourt effective" });
}

/**
 * Asks the policy whether the operator may write drafts. A source gets the operator's words or
 * documents with a stored credential, which takes more than access to the store.
 */
async function permitted({ config, stores, folder, runtime }: Place): Promise<void> {
  const { policy } = config.authority;
  if (policy === undefined) return;
  const source =
    policy.from === "store"
      ? createStoreSource(stores.policies)
      : createFileSource(within(folder, policy.file), policy.file);
  const text = await source.read(runtime.signal).catch(() => undefined);
  const reading = text === undefined ? undefined : readPolicy(text, source.name);
  const { operator: id } = runtime;
  const principal = { id, permissions: [], kind: "local" } as const;
  if (
    reading?.kind === "policy" &&
    reading.policy.standingOf(principal).missing([permission]).length === 0
  ) {
    return;
  }
  const problem = `${source.name}: Expected a role with the permission ${permission} for ${id}, found none.`;
  throw new Refusal("usage-invalid", { problem, help: "toolcourt policy show" });
}

/** Opens the way to one source, with the credential of its connection. */
async function reachSource<T>(
  { config, stores, folder, runtime }: Place,
  source: DraftSource,
  work: (send: SendToSource) => Promise<T>,
): Promise<T> {
  const { egress: settings, authority } = config;
  const { key } = authority.connections;
  const trusted = await certificatesOf(settings, { folder });
  const parts = { ...partsOf(stores, folder, runtime), ...trusted };
  await using opened = await vaultUsable(openConnections(key, parts), key);
  const { connections } = opened;
  const { endpoint: origin, connection } = source;
  const usable = await connections.use({ connection, origin }, gatewayUser);
  const credential = await connections.credential(usable, runtime.signal);
  await using egress = await openConfiguredEgress({ ...settings, limits }, { ...runtime, folder });
  try {
    return await work(senderOf(egress, credential, runtime));
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    const server = `the source ${source.name}`;
    throw toRefusal(error, { tool: server, server });
  }
}

/** Only polls are retried: an analysis that is sent twice is paid twice. */
function senderOf(
  egress: Egress,
  credential: Credential,
  { signal }: ProcessRuntime,
): SendToSource {
  const headers = { accept: "application/json", "content-type": "application/json" };
  return (request) => {
    const retries = request.method === "GET" ? {} : { maxRetries: 0 };
    return egress.request({ ...request, ...retries, headers, credential, signal, changes: false });
  };
}
