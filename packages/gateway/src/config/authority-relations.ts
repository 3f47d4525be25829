import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { doubles, type Entry, entries, problem } from "./entries.ts";
import { keyDoubles } from "./key-doubles.ts";

/** Checks the relations between the keys for authentication, policy and audit. */
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

/**
 * Checks the policy source. There is only one, and a policy cannot be stored in another process's
 * memory.
 */
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
  if (own(audit, "must_reach") === "all" && own(audit, "mirror_file") === undefined) {
    const message = "There is one place; name a second one in `mirror_file`.";
    yield problem(["audit", "must_reach"], "value", message);
  }
  if (!isInMemory(stores)) return;
  for (const key of Object.keys(audit)) {
    yield problem(["audit", key], "key", "There is no audit log while `stores.url` is memory:.");
  }
}

/** Restricts listening to loopback without `auth`, since any client that can connect may call. */
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
  // With duplicate entries only one could take effect.
  yield* doubles(issuers, ["name"]);
  yield* doubles(issuers, ["issuer"]);
  yield* keyDoubles(keys);
}

function isNothing(list: JsonValue | undefined): boolean {
  return !isJsonArray(list) || list.length === 0;
}

/** Reserved prefixes of ids. */
const taken = ["key", "operator", "local"];

/** Checks an issuer. Ids are the issuer's name, a colon and its subject, and must not collide. */
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

/** Reports whether answers from an address could be modified in transit. */
function isOpenRoad(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, "$1"));
}
