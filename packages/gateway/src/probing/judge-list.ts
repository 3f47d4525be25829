import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { identityOf } from "../schemas/identity.ts";
import type { TestFinding } from "./report.ts";
import { severityOf } from "./rules.ts";
import type { Setting } from "./setting.ts";

/** Asks for the list once more, now that everything was called, and once after beginning anew. */
export async function judgeList(
  listed: readonly JsonValue[],
  setting: Setting,
): Promise<readonly TestFinding[]> {
  const severity = severityOf("test/list-unstable", setting.profiles);
  if (severity === "off" || !setting.isTimeLeft()) return [];
  // What keeps a server from listing was seen before, or has nothing to do with its list.
  const again = await listTwice(setting).catch(() => []);
  setting.signal.throwIfAborted();
  // A server may change its tools, if it says so.
  if (setting.subject.saidToolsChanged()) return [];
  const differing = again.find((list) => keyOf(list) !== keyOf(listed));
  if (differing === undefined) return [];
  const tool = firstDifference(listed, differing);
  return [
    {
      rule: "test/list-unstable",
      severity,
      tool,
      probe: "list",
      expected: "the same list of tools every time",
      got: `${listed.length} tools, then ${differing.length}, with another definition of one of them`,
      seed: setting.seed,
      repeat: setting.repeat(tool),
      alike: 0,
    },
  ];
}

async function listTwice({ subject }: Setting): Promise<readonly (readonly JsonValue[])[]> {
  const now = await subject.list();
  await subject.restart();
  return [now, await subject.list()];
}

/** The order of a list means nothing. */
function keyOf(tools: readonly JsonValue[]): string {
  return tools
    .map((tool) => JSON.stringify(identityOf(tool)))
    .toSorted()
    .join("\n");
}

function firstDifference(before: readonly JsonValue[], after: readonly JsonValue[]): string {
  const known = new Set(before.map(identityOf));
  const kept = new Set(after.map(identityOf));
  const differing =
    before.find((tool) => !kept.has(identityOf(tool))) ??
    after.find((tool) => !known.has(identityOf(tool)));
  const name =
    differing !== undefined && isJsonObject(differing) ? own(differing, "name") : undefined;
  return typeof name === "string" ? name : "";
}
