import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Era, reserved } from "./era.ts";

// Extensions of the protocol are negotiated on each side of the gateway by itself (SEP-2133). One
// is in force only if both ends declare it and the gateway handles it.

/** Views of tools: web pages that a client shows beside a result. */
export const uiExtension = `${reserved}ui` as const;

/** Calls that go on after their caller was answered. */
export const tasksExtension = `${reserved}tasks` as const;

/** The type of a view's page. */
export const viewType = "text/html;profile=mcp-app";

/** The settings of extensions, by identifier. */
export type Extensions = Readonly<Record<string, JsonObject>>;

/** An extension that the gateway handles. */
interface Handled {
  /** The eras of the protocol that have it. */
  readonly eras: readonly Era[];
  /** What the gateway declares in its own requests to a server that an operator allows it for. */
  readonly ours: JsonObject;
  /** Returns the settings that both sides share. Undefined if the extension is of no use then. */
  readonly shared: (declared: JsonObject, advertised: JsonObject) => JsonObject | undefined;
}

/** All extensions that the gateway handles. Every other one is dropped, in both directions. */
const handled: ReadonlyMap<string, Handled> = new Map<string, Handled>([
  [
    uiExtension,
    { eras: ["modern", "legacy"], ours: { mimeTypes: [viewType] }, shared: sharedTypes },
  ],
  // Legacy tasks have a capability of their own. A call declares it where its caller can poll.
  [tasksExtension, { eras: ["modern"], ours: {}, shared: () => ({}) }],
]);

/** Extensions that the gateway can declare for itself. A server may list more tools then. */
export const statedExtensions = [uiExtension] as const;
export type StatedExtension = (typeof statedExtensions)[number];

/** The types of pages that the client and we can show, and the server too if it names any. */
function sharedTypes(declared: JsonObject, advertised: JsonObject): JsonObject | undefined {
  const theirs = own(declared, "mimeTypes");
  const offered = own(advertised, "mimeTypes") ?? [viewType];
  if (!isJsonArray(theirs) || !isJsonArray(offered)) return undefined;
  const isShared = theirs.includes(viewType) && offered.includes(viewType);
  return isShared ? { mimeTypes: [viewType] } : undefined;
}

const none: Extensions = Object.freeze({});

/** Returns what the gateway declares for itself. */
export function statedBy(extensions: readonly StatedExtension[]): Extensions {
  return Object.fromEntries(extensions.map((id) => [id, handled.get(id)?.ours ?? {}]));
}

/** Called with each identifier that is not handled. */
type OnUnknown = (extension: string) => void;

/**
 * Returns the handled extensions among the capabilities of a client or a server. All without any
 * share one object.
 */
export function handledIn(capabilities: JsonObject, era: Era, onUnknown?: OnUnknown): Extensions {
  const declared = own(capabilities, "extensions");
  if (!isJsonObject(declared)) return none;
  const known = Object.entries(declared).flatMap(([id, settings]) => {
    const entry = handled.get(id);
    if (entry === undefined) onUnknown?.(id);
    return entry?.eras.includes(era) === true && isJsonObject(settings)
      ? [[id, settings] as const]
      : [];
  });
  return known.length === 0 ? none : Object.fromEntries(known);
}

/** Returns the capabilities of a client with its handled extensions only. Never adds one. */
export function withHandled(capabilities: JsonObject, era: Era, onUnknown?: OnUnknown): JsonObject {
  if (own(capabilities, "extensions") === undefined) return capabilities;
  const { extensions: _dropped, ...rest } = capabilities;
  const extensions = handledIn(capabilities, era, onUnknown);
  return extensions === none ? rest : { ...rest, extensions };
}

/**
 * Returns what a client may use at a server: what both declare, with the settings that they share.
 * Undefined if that is nothing.
 */
export function agreedOn(
  declared: JsonValue | undefined,
  advertised: Extensions,
): Extensions | undefined {
  if (!isJsonObject(declared) || advertised === none) return undefined;
  const agreed = Object.entries(advertised).flatMap(([id, theirs]) => {
    const said = own(declared, id);
    const shared = isJsonObject(said) ? handled.get(id)?.shared(said, theirs) : undefined;
    return shared === undefined ? [] : [[id, shared] as const];
  });
  return agreed.length === 0 ? undefined : Object.fromEntries(agreed);
}

/** Extensions as the gateway advertises them. None of ours has settings there. */
export type Advertised = Readonly<Record<string, Record<string, never>>>;

/** Returns what the gateway may advertise to a client, before servers that advertise these. */
export function advertisedFor(era: Era, servers: Iterable<Extensions>): Advertised {
  const ids = new Set([...servers].flatMap((extensions) => Object.keys(extensions)));
  return Object.fromEntries(
    [...handled].flatMap(([id, { eras }]) =>
      ids.has(id) && eras.includes(era) ? [[id, {}] as const] : [],
    ),
  );
}

/** Returns the handled extension that an error demands of a client. */
export function demandedIn(required: JsonObject): string | undefined {
  const extensions = own(required, "extensions");
  if (!isJsonObject(extensions)) return undefined;
  return Object.keys(extensions).find((id) => handled.has(id));
}
