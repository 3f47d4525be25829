import { isJsonArray, type JsonValue, own, parseJson, step } from "@toolcourt/sdk";
import { identityOf } from "../../schemas/identity.ts";
import type { Answer } from "../answer.ts";

/** What can be seen of an answer, as one value. */
export function observedIn(answer: Answer): JsonValue {
  if (answer.kind === "rpc-error") return { code: answer.code };
  if (answer.kind !== "result") return { kind: answer.kind };
  const { structured, content, isError = false } = answer.result;
  // Where there is structure, the text only repeats it.
  const said = structured ?? content.map((block) => parsed(own(block, "text")) ?? block);
  return { isError, said };
}

export function looksSame(a: Answer, b: Answer): boolean {
  return identityOf(observedIn(a)) === identityOf(observedIn(b));
}

function parsed(text: JsonValue | undefined): JsonValue | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Everything in a value that can be counted: numbers, numbers in texts, and the lengths of texts and
 * lists, each under its own place.
 */
export function amountsIn(root: JsonValue): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  const visit = (value: JsonValue, at: string): void => {
    if (typeof value === "number") amounts.set(at, value);
    if (typeof value === "string") amountsOfText(value, at, amounts);
    if (typeof value !== "object" || value === null) return;
    if (isJsonArray(value)) amounts.set(`${at} length`, value.length);
    for (const [key, member] of Object.entries(value)) visit(member, at + step(key));
  };
  visit(root, "");
  return amounts;
}

/** More numbers than these in one text are data, and no counter. */
const mostNumbers = 50;

function amountsOfText(text: string, at: string, amounts: Map<string, number>): void {
  const numbers = text.match(/\d{1,15}/g) ?? [];
  if (numbers.length > mostNumbers) return;
  for (const [index, digits] of numbers.entries()) amounts.set(`${at} ${index}`, Number(digits));
}
