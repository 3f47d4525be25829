import type { JsonObject } from "@toolcourt/sdk";
import type { Reason } from "../../pipeline/judged.ts";
import { visible } from "./visible.ts";

/** Says in one sentence why a statement asks. The value itself stands among the arguments. */
export function reasonText(reason: Reason): string {
  const { statement, because } = reason;
  const say = Object.hasOwn(sentences, because) ? sentences[because] : undefined;
  return `${visible(statement)}: ${say === undefined ? visible(because) : say(reason)}.`;
}

/** Returns a reason with its sentence, for programs and pages. */
export function reasonJson(reason: Reason): JsonObject {
  const { seen, ...rest } = reason;
  return { ...rest, ...(seen && { seen: { ...seen } }), text: reasonText(reason) };
}

const sentences: Readonly<Record<string, (reason: Reason) => string>> = {
  origin: ({ pointer = "", role = "value", origin = "unknown", seen }) =>
    `${visible(pointer)} is a ${visible(role)} that ${originText(origin)}${seenText(seen)}`,
  label: ({ what = "" }) => `${visible(what)} data was read before, and this call can carry it out`,
  total: ({ what = "" }) => `the total would be above ${visible(what)}`,
  count: ({ what = "" }) => `there would be more calls than ${visible(what)}`,
  "not-equal": ({ what = "" }) => visible(what),
  "not-after": ({ what = "" }) => visible(what),
  "too-late": ({ what = "" }) => visible(what),
  "came-after": ({ what = "" }) => visible(what),
  attended: () => "a person looks at every such call",
  failed: () => "the statement cannot be judged",
};

const originTexts: Readonly<Record<string, string>> = {
  user: "the person named",
  operator: "the operator named",
  "first-party": "the operator's own systems named",
  "third-party": "text of outsiders named first",
  claimed: "the person named only according to the client",
  unknown: "appears nowhere before",
};

function originText(origin: string): string {
  return Object.hasOwn(originTexts, origin) ? (originTexts[origin] ?? "") : visible(origin);
}

function seenText(seen: Reason["seen"]): string {
  if (seen === undefined) return "";
  const field = seen.pointer === "" ? "the result" : `${visible(seen.pointer)} in the result`;
  return `: ${field} of ${visible(seen.tool)}, call ${visible(seen.call)}`;
}
