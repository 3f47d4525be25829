import type { Effect } from "@toolcourt/sdk";

const reading = new Set(
  `analyze assess browse calculate check classify compare compute count describe detect diagnose diff
  estimate evaluate examine explain explore fetch find forecast get identify inspect list look lookup
  measure predict preview query rank read recommend retrieve review search show suggest summarize validate
  verify view`.split(/\s+/),
);

const destroying = new Set(
  "delete destroy drop erase kill purge remove revoke terminate truncate uninstall unlink wipe".split(
    " ",
  ),
);

/** Guesses the effect of a tool from its verb. An unknown verb counts as a write. */
export function effectOfVerb(verb: string): Effect {
  if (destroying.has(verb)) return "destroy";
  return reading.has(verb) ? "read" : "write";
}
