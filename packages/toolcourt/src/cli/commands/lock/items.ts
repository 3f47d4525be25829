import { classifyItem } from "@toolcourt/contracts/internal/drift/classify-item";
import type { ItemDifference } from "@toolcourt/contracts/internal/lock/compare-items";
import {
  type ItemList,
  itemDigest,
  itemLists,
} from "@toolcourt/contracts/internal/lock/locked-items";
import {
  type LeafDifference,
  leafDifferences,
} from "@toolcourt/contracts/internal/revisions/leaf-differences";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { own } from "@toolcourt/sdk";
import type { Terminal } from "../../command.ts";
import { count, createPaint } from "../../style.ts";
import { cutTo, leafLines } from "./leaves.ts";

const nouns = { prompts: "prompt", templates: "template", views: "view" } as const;

export function nounOf(list: ItemList): (typeof nouns)[ItemList] {
  return nouns[list];
}

/** Returns the digest that the lock would store. Undefined for a removed item. */
export function digestOfItem(difference: ItemDifference): string | undefined {
  return difference.kind === "removed" ? undefined : itemDigest(difference);
}

/** Writes one difference of a prompt, a template or a view, as for a tool. */
export function itemLines(difference: ItemDifference, terminal: Terminal): readonly string[] {
  const paint = createPaint(terminal);
  const { server, list, name, kind } = difference;
  const digest = digestOfItem(difference);
  const drift = classOf(difference);
  const isBad = drift === "breaking" || drift === "widening";
  const color = drift === undefined ? "yellow" : isBad ? "red" : "green";
  const fate = `${nounOf(list)} ${kind}${drift === undefined ? "" : `: ${drift}`}`;
  return [
    `${paint("bold", `${printable(server)}/${printable(name)}`)}  ${paint(color, fate)}`,
    ...(digest === undefined ? [] : [paint("dim", `  ${digest}`)]),
    ...(kind === "added" ? descriptionOf(difference) : []),
    ...leafLines(leavesOf(difference)),
  ];
}

function descriptionOf(difference: ItemDifference): readonly string[] {
  const text = "definition" in difference ? own(difference.definition, "description") : undefined;
  return typeof text === "string" ? [`  ${cutTo(JSON.stringify(text))}`] : [];
}

/** Says who owns the name. Only an approval that names the item hands it over. */
export function takenLine(difference: ItemDifference, isWhole: boolean): readonly string[] {
  if (difference.kind !== "takes-name") return [];
  const { server, list, name, owner } = difference;
  const what = `${printable(server)}/${printable(name)}`;
  const next = isWhole ? "Name it to hand it over." : "An approval hands it over.";
  return [`${what}: this ${nounOf(list)} belongs to server ${printable(owner)}. ${next}`];
}

export function itemJson(difference: ItemDifference): object {
  const { server, list, name, kind } = difference;
  return {
    server,
    item: nounOf(list),
    name,
    kind,
    class: classOf(difference) ?? null,
    digest: digestOfItem(difference) ?? null,
    ...(kind === "takes-name" && { owner: difference.owner }),
    changes: leavesOf(difference),
  };
}

function classOf(difference: ItemDifference): string | undefined {
  if (difference.kind !== "changed") return undefined;
  const drift = classifyItem(difference.locked.definition, difference.definition);
  return drift === "none" ? "breaking" : drift;
}

function leavesOf(difference: ItemDifference): readonly LeafDifference[] {
  if (difference.kind !== "changed") return [];
  return [...leafDifferences(difference.locked.definition, difference.definition)];
}

/** Counts prompts, templates and views, such as `2 prompts`. */
export function countsOf(differences: readonly ItemDifference[]): readonly string[] {
  return itemLists.flatMap((list) => {
    const number = differences.filter((each) => each.list === list).length;
    return number === 0 ? [] : [count(number, nounOf(list))];
  });
}

export function itemTotal(differences: readonly ItemDifference[]): string {
  const kinds = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const number = differences.filter((each) => each.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  return `${countsOf(differences).join(" and ")} different from the lock: ${kinds.join(", ")}.`;
}
