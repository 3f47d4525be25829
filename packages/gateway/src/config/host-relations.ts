import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { problem } from "./entries.ts";
import { type Environment, expandVariables } from "./variables.ts";

/** Checks the relations between the host keys. */
export function* hostProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const host = own(file, "host");
  if (!isJsonObject(host)) return;
  const model = own(host, "model");
  if (model === undefined) {
    if (own(host, "planner") === "model") {
      yield problem(["host", "planner"], "value", "Say below `model` which one plans.");
    }
    if (own(host, "summary") === "paraphrase") {
      const message = "Only a model can say it in other words; name one below `model`.";
      yield problem(["host", "summary"], "value", message);
    }
  } else if (isJsonObject(model)) yield* modelProblems(model, environment);
}

function* modelProblems(model: JsonObject, environment: Environment): Generator<Problem> {
  const [url, key] = [own(model, "url"), own(model, "key")];
  const address = typeof url === "string" ? URL.parse(url) : null;
  if (address !== null) yield* addressProblems(address);
  if (typeof key !== "string") return;
  if (address?.protocol === "http:" && !isLoopback(address.hostname)) {
    const message = "A key goes over https, or to this machine.";
    yield problem(["host", "model", "key"], "value", message);
  }
  const wrong = whatIsWrong(key, environment);
  if (wrong !== undefined) yield problem(["host", "model", "key"], "value", wrong);
}

function* addressProblems({ href, username, password }: URL): Generator<Problem> {
  if (/[?#]/.test(href)) {
    yield problem(["host", "model", "url"], "value", "Leave out the query and the fragment.");
  }
  if (`${username}${password}` !== "") {
    const message = "Leave out user and password; `key` is what lets one in.";
    yield problem(["host", "model", "url"], "value", message);
  }
}

function whatIsWrong(key: string, environment: Environment): string | undefined {
  const expansion = expandVariables(key, environment);
  if (expansion.kind === "refused") return expansion.problem;
  return /^[!-~]+$/.test(expansion.text)
    ? undefined
    : "A key is one word of visible ASCII characters.";
}
