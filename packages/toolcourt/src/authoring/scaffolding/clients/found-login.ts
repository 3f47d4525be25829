import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** Settings of a login, by the clients that have one: VS Code and Claude Code, and Cursor. */
export const loginKeys = ["oauth", "auth"] as const;

/** What takes the place of the client's own login. */
export interface FoundLogin {
  /** The connection that the command adds. Unset if the server's name does not fit. */
  readonly connection?: { readonly connection: string };
  /** The command that signs in. */
  readonly signIn?: string;
  readonly notes: readonly string[];
}

/** Returns the settings of the client's own login. Undefined if it has none. */
export function loginIn(entry: JsonObject): JsonObject | undefined {
  return loginKeys.map((key) => own(entry, key)).find(isJsonObject);
}

/**
 * Takes over a login as the command that makes a new one. Client ids and scopes are public and
 * become flags. A client secret is never copied: the command asks for it.
 */
export function foundLogin(server: string, login: JsonObject): FoundLogin {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(server)) {
    return { notes: ["Its login was not taken over: rename the server first."] };
  }
  const signIn = ["toolcourt connections login", server, ...flagsOf(login)].join(" ");
  const unknown = Object.keys(login).filter((key) => !known.has(key));
  const lost = unknown.length === 0 ? [] : [`Not taken over of its login: ${unknown.join(", ")}.`];
  const notes = [...lost, `Its login was not copied. Sign in with: ${signIn}`];
  return { connection: { connection: server }, signIn, notes };
}

const keys = {
  id: ["clientId", "client_id", "CLIENT_ID"],
  secret: ["clientSecret", "client_secret", "CLIENT_SECRET"],
  scopes: ["scopes", "scope", "SCOPES"],
  issuer: ["issuer"],
  port: ["callbackPort"],
} as const;

const known: ReadonlySet<string> = new Set(Object.values(keys).flat());

function flagsOf(login: JsonObject): readonly string[] {
  const of = (name: keyof typeof keys): JsonValue | undefined =>
    keys[name].map((key) => own(login, key)).find((value) => value !== undefined);
  const hasSecret = of("secret") !== undefined;
  const port = of("port");
  const scopes = scopesIn(of("scopes"));
  return [
    ...flag("client-id", of("id"), "<client-id>"),
    ...(hasSecret ? ["--client-secret -"] : []),
    // Without it a server could choose who receives the secret.
    ...flag("issuer", of("issuer") ?? (hasSecret ? "" : undefined), "<issuer>"),
    ...(scopes.length === 0 ? [] : [`--scope "${scopes.join(" ")}"`]),
    ...(typeof port === "number" ? [`--port ${port}`] : []),
  ];
}

/** Returns the flag, if the client has a value. What may not stand in a command is left to fill in. */
function flag(name: string, value: JsonValue | undefined, gap: string): readonly string[] {
  return value === undefined ? [] : [`--${name} ${plain(value) ?? gap}`];
}

function scopesIn(value: JsonValue | undefined): readonly string[] {
  const all = typeof value === "string" ? value.split(/[\s,]+/) : value;
  return isJsonArray(all) ? all.flatMap((scope) => plain(scope) ?? []) : [];
}

/** Returns a text that may stand in a command: no shell syntax, and nothing like a secret. */
function plain(value: JsonValue | undefined): string | undefined {
  if (typeof value !== "string" || !/^\w[\w.:/@-]{0,199}$/.test(value)) return undefined;
  return redactFound(value) === value ? value : undefined;
}
