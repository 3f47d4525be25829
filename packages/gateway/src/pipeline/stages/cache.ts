import {
  digestOf,
  envelopeIn,
  type JsonObject,
  type JsonValue,
  whyNotCanonical,
} from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import { jsonSizeOf } from "../../boundary/cleaning/json-size.ts";
import type { CheckedResult, ConnectedCall, JudgedCall } from "../call.ts";
import { asCached, ofReader, withoutRepeats } from "../envelope/wrap-result.ts";
import { withoutTracing } from "../ids-of.ts";
import type { PipelineDeps } from "../open-pipeline.ts";
import type { Stages } from "../pipeline.ts";
import type { ToolPlan } from "../plan.ts";

export interface CacheOptions extends Pick<PipelineDeps, "clock"> {
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

interface Entry {
  readonly output: CheckedResult;
  readonly endsAt: number;
  /** Metadata names of the result's envelope. Default: the result is bare. */
  readonly names?: ReadonlySet<string>;
}

/** Caches answers of read-only tools that declare them cacheable. */
export function createCache({
  clock,
  maxEntries = 1_000,
  maxBytes = 64_000_000,
}: CacheOptions): Stages["cache"] {
  const entries = new LRUCache<string, Entry>({ max: maxEntries, maxSize: maxBytes });

  return {
    read: (call) => {
      const key = isCacheable(call) ? keyOf(call) : undefined;
      const entry = key === undefined ? undefined : entries.get(key);
      if (entry === undefined || entry.endsAt <= clock.monotonic()) return undefined;
      const { output, names } = entry;
      return names === undefined ? output : asCached(output, call, names);
    },
    write: (call, output) => {
      // An error may not recur, so it is not cached.
      const key = isCacheable(call) && !output.isError ? keyOf(call) : undefined;
      if (key === undefined) return;
      const endsAt = clock.monotonic() + call.plan.keptForMs;
      const names = namesFor(call.plan);
      const entry =
        names === undefined
          ? { output: withoutText(output), endsAt }
          : { output: withoutRepeats(output), endsAt, names };
      entries.set(key, entry, { size: sizeOf(entry.output) });
    },
  };
}

// The contract decides, not where the tool runs: a served tool may answer with an envelope too.
function namesFor({ hints, tool }: ToolPlan): ReadonlySet<string> | undefined {
  return hints === "envelope" ? ofReader : envelopeIn(tool.contract.output)?.metadataNames;
}

/** A result keeps its text, which would count as nothing here. */
function withoutText(output: CheckedResult): CheckedResult {
  return { ...output };
}

function sizeOf({ content, structuredContent = null, meta }: CheckedResult): number {
  return jsonSizeOf([content, structuredContent, meta ?? null]).byteBound;
}

// A result that depends on answers is valid for no other call, not even of the same caller. An
// approval is valid for one result. A proxy asks whether it may run the tool, and cannot be answered
// with a result; nor is its report one that others get. A call that a statement asks about waits for
// its approval, cached or not.
function isCacheable({ plan, resumption, carrier, judged }: JudgedCall): boolean {
  const isPlain = resumption === undefined && carrier === undefined;
  return plan.keptForMs > 0 && isPlain && judged.kind === "passed";
}

// Includes principal, tenant, grant and connection, because read access differs between them. Input
// without a canonical form has no key and is not cached.
function keyOf(call: ConnectedCall): string | undefined {
  const { registered, input, principal, grant, connection } = call;
  if (whyNotCanonical(input) !== undefined) return undefined;
  const { digest } = registered.contract;
  const { id, tenant = null } = principal;
  const asked = {
    contract: digest,
    input: withoutTracing(registered, input),
    connection: idOf(connection),
  };
  return digestOf({ ...asked, principal: id, tenant, ...grantedBy(grant) });
}

// Two tokens of a caller may differ in power, so an exchanged one counts by its keyed fingerprint.
function idOf(connection: ConnectedCall["connection"]): JsonValue {
  const used = connection.kind === "made" ? connection.outgoing.connection : undefined;
  if (used?.caller?.presented === undefined) return used?.id ?? null;
  return [used.id, String(used.caller.presented.token)];
}

// A result that was small enough under one limit of the policy may be too large under another.
function grantedBy({ statement, caps }: ConnectedCall["grant"]): JsonObject {
  if (caps?.resultBytes === undefined) return { grant: statement };
  return { grant: statement, maxBytes: caps.resultBytes.max };
}
