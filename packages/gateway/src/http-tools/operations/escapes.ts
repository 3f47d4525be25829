import { percentDecoded } from "../../foundation/kernel/percent-decoded.ts";

/** More layers than anybody between us and the target takes off. */
const mostLayers = 4;

/**
 * Whether a text could leave the segment of a path that it is put into: because it has a slash or names
 * the folder above, now or when somebody on the way decodes it once more than they should.
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

// Some servers take what follows a semicolon off before they look at the step.
function leavesSegment(text: string): boolean {
  return text === "" || /^\.{1,2}(?:;|$)|[/\\\p{Cc}\uFFFD]|\p{Cs}/u.test(text);
}
