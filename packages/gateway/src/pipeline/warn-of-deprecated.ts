import { followedBy } from "../telemetry/call-fields.ts";
import type { Logger } from "../telemetry/events.ts";
import { stageOf } from "./call-log.ts";
import { isResolved } from "./count-calls.ts";
import { idsOf } from "./ids-of.ts";
import type { CallWatcher } from "./watch-calls.ts";

const longest = 128;

/** Warns about each call of a deprecated tool. */
export function warnOfDeprecated(log: Logger["log"]): CallWatcher {
  return {
    closed: ({ call, outcome, ending }) => {
      if (!isResolved(call)) return;
      const { contract, publicName } = call.registered;
      const { deprecated } = contract.terms;
      if (deprecated === undefined) return;
      log("tool.deprecated-used", {
        ...followedBy(idsOf(call, call.registered)),
        stage: stageOf(call, outcome),
        status: ending.status,
        tool: publicName,
        server: contract.server,
        // Both are untrusted text.
        replacement: deprecated.replacement.slice(0, longest),
        removalDate: deprecated.removalDate.slice(0, longest),
      });
    },
  };
}
