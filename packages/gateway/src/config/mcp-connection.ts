import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { ServerConnection } from "../upstreams/transport.ts";
import { type Entry, isText, problem } from "./entries.ts";

const connectionName = /^[A-Za-z0-9][\w.-]{0,63}$/;

export function toConnection(name: string | undefined): ServerConnection | undefined {
  if (name === undefined) return undefined;
  return name === "caller" ? { kind: "caller" } : { kind: "shared", name };
}

/** Finds a connection that no command could add, or that a second credential would hide. */
export function* connectionProblems({ path, value }: Entry): Generator<Problem> {
  const named = own(value, "connection");
  if (!isText(named)) return;
  const at = [...path, "connection"];
  if (!connectionName.test(named)) {
    yield problem(at, "Name a connection by letters, digits, dots, dashes and underscores.");
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
