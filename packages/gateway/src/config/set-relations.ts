import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Entry, entries, problem } from "./entries.ts";

// Relations between the keys of an HTTP tool set, and between a set and egress.

export function* setProblems(sets: readonly Entry[], file: JsonObject): Generator<Problem> {
  const egress = own(file, "egress");
  const allowed = isJsonObject(egress) ? entries(egress, [], "allow") : [];
  const origins = new Set(allowed.map(({ value }) => own(value, "origin")));
  for (const set of sets) {
    yield* sourceProblems(set);
    yield* baseProblems(set, origins);
  }
}

function* sourceProblems({ path, value }: Entry): Generator<Problem> {
  const hasDrafts = own(value, "drafts") === true;
  if (own(value, "tools") === undefined && !hasDrafts) {
    yield problem(
      [...path, "tools"],
      "value",
      "This is missing; give a file, or set drafts to true.",
    );
  }
  if (own(value, "tools") !== undefined && own(value, "base") === undefined) {
    yield problem([...path, "base"], "value", "This is missing; tools of a file need it.");
  }
  if (own(value, "name") === "local") {
    const message = "The name `local` stands for our own tools; choose another.";
    yield problem([...path, "name"], "value", message);
  }
  if (own(value, "tool_allowlist") !== undefined && own(value, "tool_denylist") !== undefined) {
    const message = "Give either tool_allowlist or tool_denylist.";
    yield problem([...path, "tool_denylist"], "key", message);
  }
}

function* baseProblems({ path, value }: Entry, origins: ReadonlySet<unknown>): Generator<Problem> {
  const base = own(value, "base");
  const url = typeof base === "string" ? URL.parse(base) : null;
  if (url === null) return;
  const at = [...path, "base"];
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    yield problem(at, "value", "Write the address without user, query and fragment.");
  }
  if (!origins.has(url.origin)) {
    yield problem(
      at,
      "value",
      "No entry of `egress.allow` has this origin; nothing else is reachable.",
    );
  }
}
