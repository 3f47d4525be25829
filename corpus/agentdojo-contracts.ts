import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { composeOverlay } from "../packages/toolcourt/src/authoring/adopting/compose-overlay.ts";
import {
  type Proposal,
  proposeOverlay,
} from "../packages/toolcourt/src/authoring/adopting/propose-overlay.ts";
import { type AnnotatedTool, overlayOf } from "./agentdojo-data.ts";

/** Who wrote the contracts: the annotations of the data set, or `adopt` without them. */
export type Author = "annotations" | "adopt" | "adopt-confirmed";

/** Returns the overlay of a tool as the text of its file. */
export function contractOf(tool: AnnotatedTool, author: Author): string {
  if (author === "annotations") return JSON.stringify(overlayOf(tool));
  const { name, description, inputSchema, outputSchema } = tool;
  const seen = { name, description, inputSchema, outputSchema };
  const proposal = proposeOverlay({ server: "desk", tool: seen, samples: [] });
  if (proposal === undefined) throw new Error(`No contract can be read from the tool ${name}.`);
  const chosen = author === "adopt" ? proposal : confirmed(proposal);
  return composeOverlay({ file: `${name}.yaml`, before: undefined }, chosen);
}

/** What a person who believes every comment of `adopt` makes of its proposal. */
function confirmed(proposal: Proposal): Proposal {
  const { added, marks } = proposal;
  if (marks === undefined || marks.unconfirmed.length === 0) return proposal;
  const fields = marks.unconfirmed.map(({ pointer, kind }): [string, JsonObject] => [
    pointer,
    { origin: "first-party", ...(kind !== undefined && { kind }) },
  ]);
  const proposed = own(marks.terms, "output");
  const output: JsonObject = {
    ...(isJsonObject(proposed) && proposed),
    ...Object.fromEntries<JsonObject>(fields),
  };
  return { ...proposal, added: { ...added, terms: { ...added.terms, output } } };
}
