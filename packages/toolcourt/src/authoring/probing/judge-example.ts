import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Answer, isSuccess } from "./answer.ts";
import type { PlannedInput } from "./inputs.ts";
import { type Remark, remark } from "./remark.ts";

/**
 * Compares the result of an example with the one in the contract. Only the shape counts: live data
 * changes.
 */
export function judgeExample(
  { example, expectation }: PlannedInput,
  answer: Answer,
): readonly Remark[] {
  const expected = example?.expectedResult;
  if (expected === undefined || expectation.kind !== "accept" || !isSuccess(answer)) return [];
  const { structured } = answer.result;
  if (structured === undefined) return [];
  const data = isJsonObject(structured) ? own(structured, "data") : undefined;
  if ([structured, data].some((each) => each !== undefined && hasForm(each, expected))) return [];
  return [
    remark("test/example-fails", "a result of the form that the example shows", "another form"),
  ];
}

function hasForm(value: JsonValue, expected: JsonValue): boolean {
  if (expected === null || value === null) return true;
  if (isJsonArray(expected)) return isJsonArray(value);
  if (!isJsonObject(expected)) return typeof value === typeof expected;
  if (!isJsonObject(value)) return false;
  return Object.entries(expected).every(([name, member]) => {
    const found = own(value, name);
    return found !== undefined && hasForm(found, member);
  });
}
