import { identityOf } from "@toolcourt/contracts/internal/schemas/identity";
import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { TestFinding } from "./report.ts";
import { severityOf } from "./rules.ts";
import type { Setting } from "./setting.ts";

type List = readonly JsonValue[];

/** Compares the initial tool lists with the lists after all calls. */
export async function judgeList(
  [listed = [], ...more]: readonly List[],
  setting: Setting,
): Promise<readonly TestFinding[]> {
  const severity = severityOf("test/list-unstable", setting.profiles);
  if (severity === "off" || !setting.isTimeLeft()) return [];
  // A listing failure was reported already, or has nothing to do with the list.
  const later = await listTwice(setting).catch(() => []);
  setting.signal.throwIfAborted();
  // A server may change its tools if it announces the change.
  if (setting.subject.saidToolsChanged()) return [];
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
      seed: setting.seed,
      repeat: setting.repeat(tool),
      alike: 0,
    },
  ];
}

function differenceOf(before: List, after: List): string {
  if (before.length === after.length) return "another definition of a tool";
  return `${before.length} tools at first, and ${after.length} later`;
}

/** Lists the tools now, and again after a restart. */
async function listTwice({ subject }: Setting): Promise<readonly List[]> {
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
