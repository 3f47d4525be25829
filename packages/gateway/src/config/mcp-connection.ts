import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { ServerConnection } from "../upstreams/transport.ts";
import { type Entry, isText, problem } from "./entries.ts";

const connectionName = /^[A-Za-z0-9][\w.-]{0,63}$/;

export function toConnection(
  name: string | undefined,
  exchange: string | undefined,
): ServerConnection | undefined {
  if (name === undefined) return undefined;
  return name === "caller"
    ? { kind: "caller", ...(exchange !== undefined && { exchange }) }
    : { kind: "shared", name };
}

/** Finds an exchange that would never be used, or that no command could add. */
export function* exchangeProblems({ path, value }: Entry): Generator<Problem> {
  const named = own(value, "exchange");
  if (!isText(named)) return;
  const at = [...path, "exchange"];
  if (!connectionName.test(named)) yield problem(at, wrongName);
  if (own(value, "connection") !== "caller") {
    yield problem(at, "It exchanges the tokens of callers; give `connection: caller` too.");
  }
}

const wrongName = "Name a connection by letters, digits, dots, dashes and underscores.";

/** Finds a connection that no command could add, or that a second credential would hide. */
export function* connectionProblems({ path, value }: Entry): Generator<Problem> {
  const named = own(value, "connection");
  if (!isText(named)) return;
  const at = [...path, "connection"];
  if (!connectionName.test(named)) {
    yield problem(at, wrongName);
  }
  const server = own(value, "name");
  if (named === "caller" && isText(server) && !connectionName.test(server)) {
    const message = "Callers sign in to the server by its name; use letters, digits and dashes.";
    yield problem([...path, "name"], message);
  }
  if (hasOther({ path, value })) {
    yield problem(at, "The `url` or the `headers` have a credential already; give one of them.");
  }
}

function hasOther({ value }: Entry): boolean {
  const [headers, url] = [own(value, "headers"), own(value, "url")];
  const names = isJsonObject(headers) ? Object.keys(headers) : [];
  const address = isText(url) ? URL.parse(url) : null;
  const hasUser = address !== null && `${address.username}${address.password}` !== "";
  return hasUser || names.some((name) => name.toLowerCase() === "authorization");
}
