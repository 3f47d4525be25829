import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { readUrl } from "../boundary/egress/read-url.ts";
import { isReserved } from "../boundary/egress/request-headers.ts";
import { doubles, type Entry, entries, problem } from "./entries.ts";
import { type Environment, expandVariables } from "./variables.ts";

/** Checks the relations between the egress keys. */
export function* egressProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const egress = own(file, "egress");
  if (!isJsonObject(egress)) return;
  const allowed = entries(egress, ["egress"], "allow");
  yield* doubles(allowed, ["origin"]);
  for (const each of allowed) yield* openRoad(each, "origin");
  const gateway = own(egress, "gateway");
  if (isJsonObject(gateway)) {
    yield* gatewayProblems(gateway, environment);
    yield* sharedPaths(allowed);
  } else yield* uselessPaths(allowed);
}

function* gatewayProblems(value: JsonObject, environment: Environment): Generator<Problem> {
  const path = ["egress", "gateway"];
  yield* openRoad({ path, value }, "url");
  const [url, key] = [own(value, "url"), own(value, "key")];
  if (typeof url === "string" && /[@?#]/.test(url)) {
    const message = "Leave out user, password, query and fragment.";
    yield problem([...path, "url"], "value", message);
  }
  const header = own(value, "key_header");
  if (typeof header === "string" && isReserved(header.toLowerCase())) {
    const message =
      "This header belongs to the connection; the gateway reads its key from another.";
    yield problem([...path, "key_header"], "value", message);
  }
  const expansion = typeof key === "string" ? expandVariables(key, environment) : undefined;
  if (expansion?.kind === "refused") yield problem([...path, "key"], "value", expansion.problem);
}

/**
 * Refuses overlapping gateway paths. A request for one target would reach another with its
 * credential. Gateways ignore the case of paths.
 */
function* sharedPaths(allowed: readonly Entry[]): Generator<Problem> {
  const served = allowed.flatMap(({ path, value }) => {
    const place = placeOf(value);
    return place === undefined ? [] : [{ path, place: `${place.toLowerCase()}/` }];
  });
  for (const [index, { path, place }] of served.entries()) {
    const before = served.slice(0, index).map((each) => each.place);
    if (!before.some((each) => each.startsWith(place) || place.startsWith(each))) continue;
    const message = "Another entry is served at this path of the gateway, or above or below it.";
    yield problem([...path, "path"], "value", message);
  }
}

/** Returns the gateway path of an entry, as `toEgress` computes it. */
function placeOf(value: JsonObject): string | undefined {
  const [origin, path, via = "gateway"] = ["origin", "path", "via"].map((key) => own(value, key));
  const reading = typeof origin === "string" ? readUrl(origin) : undefined;
  if (reading?.kind !== "read" || via !== "gateway") return undefined;
  return typeof path === "string" ? path : `/${reading.host}`;
}

function* uselessPaths(allowed: readonly Entry[]): Generator<Problem> {
  for (const { path, value } of allowed) {
    if (own(value, "path") === undefined) continue;
    yield problem([...path, "path"], "key", "There is no `gateway` that would serve it there.");
  }
}

/** Refuses plain HTTP outside private networks: the credential could be read in transit. */
function* openRoad({ path, value }: Entry, key: string): Generator<Problem> {
  const [address, places = "public"] = [own(value, key), own(value, "addresses")];
  if (typeof address !== "string" || places !== "public") return;
  const reading = readUrl(address);
  if (reading.kind === "read" && reading.scheme === "http") {
    const message = "Use https, or say with `addresses` that it lies in a network of your own.";
    yield problem([...path, key], "value", message);
  }
}
