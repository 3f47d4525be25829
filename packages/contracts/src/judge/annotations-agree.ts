import { isJsonObject, own, type ToolContract } from "@toolcourt/sdk";

/**
 * Tells whether the annotations are no milder than our own effect class. People and clients decide
 * by them whether to ask. Undefined without annotations, or if the effect is undeclared and only
 * defaults to write.
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
