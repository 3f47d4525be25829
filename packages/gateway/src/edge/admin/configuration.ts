import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { LimitEntry } from "../../governance/policy/schema.ts";
import type { Principal } from "../../pipeline/call.ts";
import { clientSetups } from "../clients/client-setups.ts";
import type { PendingFile } from "../entrance.ts";
import { readQuery } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";
import type { AdminPart, AdminSender } from "./part.ts";

/** The paths of the configuration. Public: never renamed, never reused. */
export const configurationRoutes = [
  { method: "GET", path: "/admin/v1/config/effective", shows: "settings" },
  { method: "GET", path: "/admin/v1/endpoints", shows: "endpoints" },
] as const;

/** The permission to read the configuration. Secrets are no part of it. */
const readPermission = "configuration:read";

/** The limits are a part of the policy, and name its principals. */
const policyPermission = "policy:read";

const origins = ["file", "variable", "default"] as const;

/** An effective value, as `toolcourt effective` lists it. */
export interface ShownSetting {
  readonly path: string;
  readonly value: JsonObject[string];
  readonly origin: { readonly kind: (typeof origins)[number] };
}

/** A path of the protocol, and what its callers find there. */
export interface ShownEndpoint {
  /** Null for the whole gateway. */
  readonly name: string | null;
  readonly path: string;
  readonly prefix: string;
  /** How callers learn of tools. `both`: some are in the list, and the others are searched. */
  readonly discovery: "list" | "search" | "both";
  /** Tools that can be called there and that the reader may know of, as callers name them. */
  readonly tools: readonly string[];
  readonly held: number;
}

/** The limits of the policy in force. */
export interface ShownLimits {
  /** The file, or `the store`. */
  readonly file: string;
  /** In the order of the policy. */
  readonly limits: readonly LimitEntry[];
}

/** The configuration that is in force. */
export interface ConfigurationView {
  /** Undefined without a file. */
  readonly file: () => string | undefined;
  /** In the order of the configuration. */
  readonly settings: () => readonly ShownSetting[];
  /** Undefined without a usable policy. */
  readonly policyLimits: () => ShownLimits | undefined;
  /** The files whose last change is not in force. */
  readonly pendingFiles: () => readonly PendingFile[];
  readonly endpoints: (reader: Principal) => readonly ShownEndpoint[];
  /** The public address of a path. Undefined if callers need no identity. */
  readonly addressOf: (path: string) => string | undefined;
  /** Whether callers show a key, and have no other way to sign in. */
  readonly asksForKey: () => boolean;
  readonly isTls: boolean;
}

const match = matcherOf(configurationRoutes);

/** Shows people the configuration in force, and the paths that clients connect to. */
export function configurationPart(view: ConfigurationView): AdminPart {
  return {
    isAbout: ({ url = "" }) => /^\/admin\/v1\/(?:config|endpoints)(?:[/?]|$)/.test(url),
    answer: (request, sender) => answerAboutConfiguration(view, request, sender),
  };
}

async function answerAboutConfiguration(
  view: ConfigurationView,
  request: IncomingMessage,
  { require: permit, may, principal }: AdminSender,
): Promise<JsonObject> {
  const { url = "", method } = request;
  const [path = "", ...queries] = url.split("?");
  const { route } = match(path, method);
  if (queries.length > (route.shows === "settings" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  const page = pageIn(queries.join(""));
  permit(readPermission);
  if (route.shows === "endpoints") return endpointsJson(view, principal, request);
  // Among others, it names the keys and the tenants of all callers.
  if (principal.tenant !== undefined) throw new Refusal("configuration-refused", {});
  const limits = may(policyPermission) ? limitsJson(view.policyLimits()) : null;
  return { ...settingsJson(view, page), limits };
}

/** The requested part of the settings. */
interface SettingsPage {
  /** A part of the path or the value, in any case. */
  readonly q?: string;
  readonly origin?: ShownSetting["origin"]["kind"];
  readonly max: number;
  /** How many matching settings come before. */
  readonly from: number;
}

const maxListed = 100;
const maxQueryLength = 100;
const expected = `q (up to ${maxQueryLength} characters), origin (file, variable or default), limit (1 to ${maxListed}) and cursor, each once`;

type Wish = (value: string) => Partial<SettingsPage> | undefined;

const wishes = new Map<string, Wish>([
  ["q", (q) => (q.length <= maxQueryLength ? { q } : undefined)],
  [
    "origin",
    (value) => {
      const origin = origins.find((each) => each === value);
      return origin && { origin };
    },
  ],
  [
    "limit",
    (value) => {
      const max = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      return max >= 1 && max <= maxListed ? { max } : undefined;
    },
  ],
  ["cursor", (value) => (/^\d{1,6}$/.test(value) ? { from: Number(value) } : undefined)],
]);

function pageIn(query: string): SettingsPage {
  const wanted = readQuery<Partial<SettingsPage>>(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return { max: maxListed, from: 0, ...wanted };
}

function settingsJson(
  { file, settings, pendingFiles }: ConfigurationView,
  { q = "", origin, max, from }: SettingsPage,
): JsonObject {
  const wanted = q.toLowerCase();
  const found = settings().filter(
    (each) =>
      (origin === undefined || each.origin.kind === origin) &&
      (each.path.toLowerCase().includes(wanted) ||
        JSON.stringify(each.value).toLowerCase().includes(wanted)),
  );
  const end = from + max;
  return {
    file: file() ?? null,
    waiting: pendingFiles().map((each) => ({ ...each })),
    total: found.length,
    settings: found.slice(from, end).map((each) => ({ ...each, origin: { ...each.origin } })),
    ...(end < found.length && { next: `${end}` }),
  };
}

/** With more of them, the policy itself is the better page. */
const maxLimits = 100;

function limitsJson(known: ShownLimits | undefined): JsonObject {
  const { file = null, limits = [] } = known ?? {};
  return { from: file, total: limits.length, entries: limits.slice(0, maxLimits).map(limitJson) };
}

function limitJson(limit: LimitEntry): JsonObject {
  const { id, max_timeout, max_retries, max_result_bytes, ...selectors } = limit;
  return {
    id,
    ...selectors,
    timeoutMs: max_timeout ?? null,
    retries: max_retries ?? null,
    resultBytes: max_result_bytes ?? null,
  };
}

/** More names would make the answer as long as the lists of a hundred servers. */
const maxNames = 100;

function endpointsJson(
  view: ConfigurationView,
  reader: Principal,
  { headers }: IncomingMessage,
): JsonObject {
  const asksForKey = view.asksForKey();
  const shown = view.endpoints(reader).map(({ tools, held, ...rest }) => {
    const own = `${view.isTls ? "https" : "http"}://${headers.host}${rest.path}`;
    const url = view.addressOf(rest.path) ?? own;
    const clients = clientSetups({ url, asksForKey });
    return {
      ...rest,
      url,
      tools: { callable: tools.length, held, names: tools.slice(0, maxNames) },
      clients: clients.map(({ entry, ...client }) => ({
        ...client,
        entry: entry === undefined ? null : { ...entry },
      })),
    };
  });
  return { asksForKey, endpoints: shown };
}
