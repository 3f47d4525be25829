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

/** What a tool of this verb most likely does. A verb that nobody knows counts as one that changes things. */
export function effectOfVerb(verb: string): Effect {
  if (destroying.has(verb)) return "destroy";
  return reading.has(verb) ? "read" : "write";
}
