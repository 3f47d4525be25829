import { segmentsOf } from "../../ui/segments.ts";

/** For attributes and options, which have no elements: hidden characters become plain escapes. */
export function visibleText(text: string): string {
  return segmentsOf(text)
    .map((segment) => segment.text)
    .join("");
}
