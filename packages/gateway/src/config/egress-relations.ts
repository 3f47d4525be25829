import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { readUrl } from "../egress/read-url.ts";
import { doubles, type Entry, entries, problem } from "./entries.ts";
import type { Problem } from "./problems.ts";
import { type Environment, expandVariables } from "./variables.ts";

/** What holds between the keys that say where requests may go. */
export function* egressProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const egress = own(file, "egress");
  if (!isJsonObject(egress)) return;
  const allowed = entries(egress, ["egress"], "allow");
  yield* doubles(allowed, ["origin"]);
  for (const each of allowed) yield* openRoad(each, "origin");
  const gateway = own(egress, "gateway");
  if (isJsonObject(gateway)) yield* gatewayProblems(gateway, environment);
  else yield* uselessPaths(allowed);
}

function* gatewayProblems(value: JsonObject, environment: Environment): Generator<Problem> {
  const path = ["egress", "gateway"];
  yield* openRoad({ path, value }, "url");
  const [url, key] = [own(value, "url"), own(value, "key")];
  if (typeof url === "string" && /[@?#]/.test(url)) {
    const message = "Leave out user, password, query and fragment.";
    yield problem([...path, "url"], "value", message);
  }
  const expansion = typeof key === "string" ? expandVariables(key, environment) : undefined;
  if (expansion?.kind === "refused") yield problem([...path, "key"], "value", expansion.problem);
}

function* uselessPaths(allowed: readonly Entry[]): Generator<Problem> {
  for (const { path, value } of allowed) {
    if (own(value, "path") === undefined) continue;
    yield problem([...path, "path"], "key", "There is no `gateway` that would serve it there.");
  }
}

/** Whoever is on the way could read what lets us in. */
function* openRoad({ path, value }: Entry, key: string): Generator<Problem> {
  const [address, places = "public"] = [own(value, key), own(value, "addresses")];
  if (typeof address !== "string" || places !== "public") return;
  const reading = readUrl(address);
  if (reading.kind === "read" && reading.scheme === "http") {
    const message = "Use https, or say with `addresses` that it lies in a network of your own.";
    yield problem([...path, key], "value", message);
  }
}
