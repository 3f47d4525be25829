import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Problem } from "../documents/problems.ts";
import { isLoopback } from "../foundation/kernel/loopback.ts";
import { doubles, type Entry, entries, problem } from "./entries.ts";
import { keyDoubles } from "./key-doubles.ts";

/** What holds between the keys that say who may call and what is written down. */
export function* authorityProblems(file: JsonObject): Generator<Problem> {
  const [server, audit] = [own(file, "server"), own(file, "audit")];
  const [policy, stores] = [own(file, "policy"), own(file, "stores")];
  if (isJsonObject(server)) {
    yield* listenProblems(server);
    const auth = own(server, "auth");
    if (isJsonObject(auth)) yield* authProblems(auth);
  }
  if (isJsonObject(audit)) yield* auditProblems(audit, stores);
  if (isJsonObject(policy)) yield* policyProblems(policy, stores);
}

function isInMemory(stores: JsonValue | undefined): boolean {
  return isJsonObject(stores) && own(stores, "url") === "memory:";
}

/** A policy lies in one place, and nobody can put one into the memory of somebody else. */
function* policyProblems(policy: JsonObject, stores: JsonValue | undefined): Generator<Problem> {
  const [from = "file", file] = [own(policy, "from"), own(policy, "file")];
  if (from === "file" && file === undefined) {
    const message = "Name the `file`, or say `from: store`.";
    yield problem(["policy"], "value", message);
  }
  if (from === "store" && file !== undefined) {
    const message = "The policy comes from the store; leave out the file.";
    yield problem(["policy", "file"], "key", message);
  }
  if (from === "store" && isInMemory(stores)) {
    const message = "Nobody can put a policy into memory; name a database in `stores.url`.";
    yield problem(["policy", "from"], "value", message);
  }
}

function* auditProblems(audit: JsonObject, stores: JsonValue | undefined): Generator<Problem> {
  if (own(audit, "require") === "all" && own(audit, "copy") === undefined) {
    const message = "There is one place; name a second one in `copy`.";
    yield problem(["audit", "require"], "value", message);
  }
  if (!isInMemory(stores)) return;
  for (const key of Object.keys(audit)) {
    yield problem(["audit", key], "key", "There is no audit log while `stores.url` is memory:.");
  }
}

/** Without identities whoever can connect may call, so only this machine may connect. */
function* listenProblems(server: JsonObject): Generator<Problem> {
  const [host, auth] = [own(server, "host"), own(server, "auth")];
  if (typeof host === "string" && !isLoopback(host) && !isJsonObject(auth)) {
    const message = "Listen on 127.0.0.1, ::1 or localhost, or say in `auth` who may call.";
    yield problem(["server", "host"], "value", message);
  }
}

const at = ["server", "auth"];

function* authProblems(auth: JsonObject): Generator<Problem> {
  const lists = [own(auth, "issuers"), own(auth, "keys")];
  if (lists.every(isNothing) && own(auth, "keys_file") === undefined) {
    yield problem(at, "value", "Name at least one of `issuers` or `keys`, or a `keys_file`.");
  }
  const resource = own(auth, "resource");
  if (typeof resource === "string" && /[@?#]/.test(resource)) {
    const message = "Everybody gets to see this: leave out user, password, query and fragment.";
    yield problem([...at, "resource"], "value", message);
  }
  const [issuers, keys] = [entries(auth, at, "issuers"), entries(auth, at, "keys")];
  for (const issuer of issuers) yield* issuerProblems(issuer);
  // Of two entries that say the same only one could ever be meant.
  yield* doubles(issuers, ["name"]);
  yield* doubles(issuers, ["issuer"]);
  yield* keyDoubles(keys);
}

function isNothing(list: JsonValue | undefined): boolean {
  return !isJsonArray(list) || list.length === 0;
}

/** What ids begin with that no issuer gives out. */
const taken = ["key", "operator", "local"];

/** An id is the name of the issuer, a colon and what the issuer says: nobody else's id may look the same. */
function* issuerProblems({ path, value }: Entry): Generator<Problem> {
  const [name, keys] = [own(value, "name"), own(value, "jwks_url")];
  if (typeof name === "string" && taken.includes(name)) {
    const message = `The names ${taken.join(", ")} stand for others; choose another.`;
    yield problem([...path, "name"], "value", message);
  }
  if (typeof name === "string" && name.includes(":")) {
    yield problem([...path, "name"], "value", "A colon ends the name of an issuer; leave it out.");
  }
  if (typeof keys === "string" && isOpenRoad(keys)) {
    const message = "Use https: whoever can change what is sent from there can sign tokens.";
    yield problem([...path, "jwks_url"], "value", message);
  }
}

/** Whether what comes from an address can be changed on its way. */
function isOpenRoad(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, "$1"));
}
