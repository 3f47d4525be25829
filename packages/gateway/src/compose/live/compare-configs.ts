import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { toolboxOf } from "../../config/entries.ts";
import type { Fingerprint } from "../../config/fingerprint.ts";

/**
 * The keys that a reload applies. All others open a port, a file or a store, so they need a restart:
 * a key that is not named here is never applied by halves.
 */
const reloadable = [
  "toolbox",
  "myai",
  "server.list",
  "server.discovery",
  "server.pinned",
  "server.auth.keys",
  "server.auth.issuers",
  "server.auth.scopes",
  "limits.per_principal.max_requests",
  "limits.per_principal.window",
  "redaction",
  "egress.allow",
  "egress.gateway",
  "egress.max_payload",
  "egress.max_response",
  "egress.timeout",
  "egress.retry",
  "host",
  "drafts",
  "endpoints",
] as const;

/** Keys of an endpoint that the listener and its sessions are bound to. */
const boundToPath = ["path", "name"] as const;

/** Returns the changed keys that only a restart applies. */
export function restartKeys(before: Fingerprint, after: Fingerprint): readonly string[] {
  const keys = [...changedKeys(before, after)].filter((path) => !isReloadable(path));
  return isSame(placesIn(before), placesIn(after))
    ? keys
    : [...keys, "the paths and names of endpoints"];
}

function placesIn(of: Fingerprint): JsonValue {
  return listOf(own(of, "endpoints")).map((each) =>
    isJsonObject(each) ? boundToPath.map((key) => own(each, key) ?? null) : each,
  );
}

function isReloadable(path: string): boolean {
  return reloadable.some((key) => path === key || path.startsWith(`${key}.`));
}

function* changedKeys(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path = "",
): Generator<string> {
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const below = path === "" ? key : `${path}.${key}`;
      yield* changedKeys(own(before, key), own(after, key), below);
    }
  } else if (!isSame(before, after)) yield path;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

/**
 * Reports whether a change only takes away: servers and sets with the settings of their tools,
 * tools by an allowlist, a denylist or the selection of an endpoint, keys of callers. Everything else must be the same. So a
 * change that is not understood here waits for a reload.
 */
export function narrows(before: Fingerprint, after: Fingerprint): boolean {
  const [old, now] = [partsOf(before), partsOf(after)];
  return (
    isSame(old.rest, now.rest) &&
    areSome(now.keys, old.keys, isSame) &&
    areSome(now.mcps, old.mcps, isNarrower) &&
    areSome(now.http, old.http, isNarrower) &&
    now.endpoints.length === old.endpoints.length &&
    areSome(now.endpoints, old.endpoints, selectsLess) &&
    toolsFollow(old, now)
  );
}

interface Parts {
  readonly mcps: readonly JsonValue[];
  readonly http: readonly JsonValue[];
  readonly tools: readonly JsonValue[];
  readonly keys: readonly JsonValue[];
  readonly endpoints: readonly JsonValue[];
  /** The configuration without these. */
  readonly rest: JsonObject;
}

function partsOf(of: Fingerprint): Parts {
  const { path, toolbox } = toolboxOf(of);
  const { mcps, http, tools, ...others } = toolbox;
  const server = objectIn(of, "server");
  const { keys, ...auth } = objectIn(server, "auth");
  const rest = {
    ...of,
    toolbox: { path: path.join("."), ...others },
    myai: null,
    endpoints: null,
    server: { ...server, auth: own(server, "auth") === undefined ? null : auth },
  };
  return {
    mcps: listOf(mcps),
    http: listOf(http),
    tools: listOf(tools),
    keys: listOf(keys),
    endpoints: listOf(own(of, "endpoints")),
    rest,
  };
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isJsonArray(value) ? value : [];
}

/** Reports whether a list has only entries of another one, in its order. */
function areSome(
  some: readonly JsonValue[],
  all: readonly JsonValue[],
  fits: (now: JsonValue, old: JsonValue) => boolean,
): boolean {
  let from = 0;
  return some.every((now) => {
    const at = all.findIndex((old, index) => index >= from && fits(now, old));
    from = at + 1;
    return at !== -1;
  });
}

/** Reports whether an entry is the same, but for tools that its lists exclude. */
function isNarrower(now: JsonValue, old: JsonValue): boolean {
  if (!isJsonObject(now) || !isJsonObject(old)) return false;
  const { tool_allowlist: allowed, tool_denylist: denied, ...same } = now;
  const { tool_allowlist: wasAllowed, tool_denylist: wasDenied, ...was } = old;
  if (!isSame(same, was)) return false;
  if (wasAllowed !== undefined && (allowed === undefined || !isWithin(allowed, wasAllowed))) {
    return false;
  }
  return isWithin(wasDenied, denied);
}

const selectors = ["servers", "tools", "tags", "effects"] as const;

/** Reports whether an endpoint is the same, but for a selection that leaves out more. */
function selectsLess(now: JsonValue, old: JsonValue): boolean {
  if (!isJsonObject(now) || !isJsonObject(old)) return false;
  const rest = (of: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(of).filter(([key]) => !selectors.some((selector) => selector === key)),
    );
  return (
    isSame(rest(now), rest(old)) &&
    selectors.every((key) => {
      const [is, was] = [own(now, key), own(old, key)];
      // Servers that are named for the first time bring their resources and prompts.
      if (was === undefined) return key !== "servers" || is === undefined;
      return is !== undefined && isWithin(is, was);
    })
  );
}

function isWithin(some: JsonValue | undefined, all: JsonValue | undefined): boolean {
  const of = listOf(all);
  return listOf(some).every((each) => of.includes(each));
}

/**
 * Reports whether the settings of tools are the same, but for those of servers that are gone. A
 * tool without its settings may need no approval any more.
 */
function toolsFollow(old: Parts, now: Parts): boolean {
  const names = new Set([...now.mcps, ...now.http].map(nameIn));
  const isLeft = (tool: JsonValue): boolean => {
    const server = isJsonObject(tool) ? own(tool, "server") : undefined;
    return server === undefined || names.has(server);
  };
  return isSame([...now.tools], old.tools.filter(isLeft));
}

function nameIn(entry: JsonValue): JsonValue | undefined {
  return isJsonObject(entry) ? own(entry, "name") : undefined;
}
