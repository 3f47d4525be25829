import { canonicalJson, type JsonValue } from "@toolcourt/sdk";
import { effectiveSettings } from "../../config/effective.ts";
import type { Generation } from "../open-generation.ts";

/** A setting that a reload changes. Secrets are left out, as `toolcourt effective` leaves them out. */
export interface ChangedSetting {
  readonly path: string;
  /** Null if it was not set. */
  readonly before: JsonValue;
  /** Null if it is no longer set. */
  readonly after: JsonValue;
}

/** What a reload changes. */
export interface ReloadPlan {
  readonly settings: readonly ChangedSetting[];
  /** The changed files of policy, keys and certificates. */
  readonly files: readonly string[];
  readonly servers: {
    readonly started: readonly string[];
    /** Their entry changed, so they are connected anew. */
    readonly restarted: readonly string[];
    readonly stopped: readonly string[];
  };
  readonly tools: {
    /** Callable from now on. */
    readonly added: readonly string[];
    /** Calls of these are refused from now on. */
    readonly removed: readonly string[];
  };
}

/** Compares an open gateway with the one that would replace it. */
export function planOf(last: Generation, next: Generation): Omit<ReloadPlan, "files"> {
  const [old, now] = [callableOf(last), callableOf(next)];
  return {
    settings: changedSettings(last, next),
    servers: changedServers(last, next),
    tools: {
      added: now.filter((tool) => !old.includes(tool)),
      removed: old.filter((tool) => !now.includes(tool)),
    },
  };
}

/**
 * Reports whether each tool that can be called could be called before, by the same name. A server
 * that is removed may leave a name to the tool of another server, which would get its calls.
 */
export function addsNoTool(last: Generation, next: Generation): boolean {
  const [old, now] = [last, next].map(({ gateway }) => gateway.registry.current().tools);
  return [...(now ?? [])].every(([name, { hold, contract }]) => {
    const before = old?.get(name);
    const isSame = before?.contract.server === contract.server && before.hold === undefined;
    return hold !== undefined || (isSame && before.contract.name === contract.name);
  });
}

function callableOf({ gateway }: Generation): readonly string[] {
  const tools = [...gateway.registry.current().tools];
  return tools.flatMap(([name, { hold }]) => (hold === undefined ? [name] : []));
}

function changedServers(last: Generation, next: Generation): ReloadPlan["servers"] {
  const [old, now] = [last.gateway.handOver().servers, next.gateway.handOver().servers];
  const kept = [...now.keys()].filter((name) => old.has(name));
  return {
    started: [...now.keys()].filter((name) => !old.has(name)),
    restarted: kept.filter((name) => old.get(name)?.lease !== now.get(name)?.lease),
    stopped: [...old.keys()].filter((name) => !now.has(name)),
  };
}

function changedSettings(last: Generation, next: Generation): readonly ChangedSetting[] {
  const [old, now] = [settingsOf(last), settingsOf(next)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after));
}

/** Defaults are left out: a new server would bring a screen of them. */
function settingsOf({ found: { text, source } }: Generation): ReadonlyMap<string, JsonValue> {
  const written = effectiveSettings(text, source).filter(({ origin }) => origin.kind !== "default");
  return new Map(written.map(({ path, value }) => [path, value]));
}
