import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";

/** Maximum decoding layers: more than any server between us and the target applies. */
const mostLayers = 4;

/**
 * Returns whether a text could leave its path segment. It may contain a slash or name the parent
 * folder, now or after repeated decoding.
 */
export function escapes(text: string): boolean {
  let here = text;
  for (let layer = 0; layer < mostLayers; layer += 1) {
    if (leavesSegment(here)) return true;
    const decoded = percentDecoded(here);
    if (decoded === here) return false;
    here = decoded;
  }
  return true;
}

// Some servers strip path parameters after a semicolon before they resolve `..`.
function leavesSegment(text: string): boolean {
  return text === "" || /^\.{1,2}(?:;|$)|[/\\\p{Cc}\uFFFD]|\p{Cs}/u.test(text);
}
