import { identityOf } from "@toolcourt/contracts/internal/schemas/identity";
import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { isTimeLeft, type ProbeDeps } from "./probe-context.ts";
import type { TestFinding } from "./report.ts";
import { severityOf } from "./rules.ts";
import { strayRemarks } from "./strays.ts";

type List = readonly JsonValue[];

/** Compares the initial tool lists with the lists after all calls. */
export async function judgeList(
  [listed = [], ...more]: readonly List[],
  deps: ProbeDeps,
): Promise<readonly TestFinding[]> {
  const severity = severityOf("test/list-unstable", deps.profiles);
  if (severity === "off" || !isTimeLeft(deps)) return [];
  // A listing failure was reported already, or has nothing to do with the list.
  const later = await listTwice(deps).catch(() => []);
  deps.signal.throwIfAborted();
  // A server may change its tools if it announces the change.
  if (deps.subject.announcedToolChange()) return [];
  const differing = [...more, ...later].find((list) => keyOf(list) !== keyOf(listed));
  if (differing === undefined) return [];
  const tool = firstDifference(listed, differing);
  return [
    {
      rule: "test/list-unstable",
      severity,
      tool,
      probe: "list",
      expected: "the same list of tools every time",
      got: differenceOf(listed, differing),
      seed: deps.seed,
      repeat: deps.repeat(tool),
      alike: 0,
    },
  ];
}

function differenceOf(before: List, after: List): string {
  if (before.length === after.length) return "another definition of a tool";
  return `${before.length} tools at first, and ${after.length} later`;
}

/** Lists the tools now, and again after a restart. */
async function listTwice({ subject }: ProbeDeps): Promise<readonly List[]> {
  const now = await subject.list();
  await subject.restart();
  return [now, await subject.list()];
}

/** Ignores the order of the list. */
function keyOf(tools: List): string {
  return tools
    .map((tool) => JSON.stringify(identityOf(tool)))
    .toSorted()
    .join("\n");
}

function firstDifference(before: List, after: List): string {
  const known = new Set(before.map(identityOf));
  const kept = new Set(after.map(identityOf));
  const differing =
    before.find((tool) => !kept.has(identityOf(tool))) ??
    after.find((tool) => !known.has(identityOf(tool)));
  const name =
    differing !== undefined && isJsonObject(differing) ? own(differing, "name") : undefined;
  return typeof name === "string" ? name : "";
}

/** Reports messages that a server sent before the first call, at any start. */
export function judgeStart({ subject, profiles, seed, repeat }: ProbeDeps): readonly TestFinding[] {
  return subject.takeStrays().flatMap(({ stray }): readonly TestFinding[] => {
    const { rule, expected, got } = strayRemarks[stray];
    const severity = severityOf(rule, profiles);
    if (severity === "off") return [];
    const found = { rule, severity, expected, got: `${got}, before any tool was called` };
    return [{ ...found, tool: "", probe: "start", seed, repeat: repeat(""), alike: 0 }];
  });
}
