import type { TestFinding } from "./report.ts";
import { severityOf } from "./rules.ts";
import type { Setting } from "./setting.ts";
import { strayRemarks } from "./strays.ts";

/** Reports messages that a server sent before the first call, at any start. */
export function judgeStart({ subject, profiles, seed, repeat }: Setting): readonly TestFinding[] {
  return subject.takeStrays().flatMap(({ stray }): readonly TestFinding[] => {
    const { rule, expected, got } = strayRemarks[stray];
    const severity = severityOf(rule, profiles);
    if (severity === "off") return [];
    const found = { rule, severity, expected, got: `${got}, before any tool was called` };
    return [{ ...found, tool: "", probe: "start", seed, repeat: repeat(""), alike: 0 }];
  });
}
