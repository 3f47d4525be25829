import { percentDecoded } from "../kernel/percent-decoded.ts";

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

function leavesSegment(text: string): boolean {
  return text === "" || text === "." || text === ".." || /[/\\\p{Cc}\uFFFD]|\p{Cs}/u.test(text);
}
