import { isJsonObject, own, type ToolContract } from "@toolcourt/sdk";

/**
 * Whether the annotations that callers see are no milder than our own class of the tool: people and
 * clients decide by them whether to ask. Undefined where there is nothing to compare: no annotations,
 * or nobody said what the tool does, so that it only counts as a write.
 */
export function annotationsAgree(contract: ToolContract): boolean | undefined {
  const { effect, terms, asReceived } = contract;
  const annotations = own(asReceived, "annotations");
  const isKnown =
    effect === "destroy" || terms.effect !== undefined || terms.category !== undefined;
  if (!isJsonObject(annotations) || !isKnown) return undefined;
  const saysReads = own(annotations, "readOnlyHint") === true;
  const saysSpares = own(annotations, "destructiveHint") === false;
  return !(saysReads && effect !== "read") && !(saysSpares && effect === "destroy");
}
