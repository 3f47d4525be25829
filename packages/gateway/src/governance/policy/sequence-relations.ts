import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { argumentSteps } from "./sequence-schema.ts";

/** Yields mistakes that span several values of a sequence. */
export function* sequenceProblems(path: Path, entry: JsonObject): Generator<Problem> {
  const [equals, notAfter] = [own(entry, "equals"), own(entry, "not_after")];
  if (isJsonObject(equals)) yield* equalsProblems([...path, "equals"], equals);
  if (isJsonObject(notAfter)) yield* notAfterProblems([...path, "not_after"], notAfter);
}

function* equalsProblems(path: Path, equals: JsonObject): Generator<Problem> {
  const keys = Object.keys(equals);
  if (keys.length === 0) {
    const message = 'Name an argument and a field: args.amount: result("get_quote").total.';
    yield { path, part: "value", message };
  }
  for (const key of keys.filter((each) => argumentSteps(each) === undefined)) {
    yield { path: [...path, key], part: "key", message: "Write an argument such as args.id." };
  }
}

function* notAfterProblems(path: Path, notAfter: JsonObject): Generator<Problem> {
  const isSet = (key: string): boolean => own(notAfter, key) !== undefined;
  if (isSet("tool") === isSet("label")) {
    yield { path, part: "value", message: "Name either a tool or a label." };
    return;
  }
  // A label stays for as long as the history.
  for (const key of ["same", "within"].filter((each) => isSet("label") && isSet(each))) {
    const message = "Only a tool can have this; a label holds for the whole history.";
    yield { path: [...path, key], part: "key", message };
  }
}
