import { pointerTo } from "../../ui/json.ts";
import type { Exact, ExactObject } from "./exact-json.ts";

/** The names and indexes that lead to a part of a value. */
export type Path = readonly (string | number)[];

/** Returns the JSON Pointer of a path. */
export function pointerOf(path: Path): string {
  return path.reduce<string>((at, step) => pointerTo(at, String(step)), "");
}

export function valueIn(value: Exact | undefined, path: Path): Exact | undefined {
  const [step, ...rest] = path;
  if (step === undefined || value === undefined) return value;
  return valueIn(partOf(value, step), rest);
}

function partOf(value: Exact, step: string | number): Exact | undefined {
  if (value.kind === "list" && typeof step === "number") return value.items[step];
  if (value.kind !== "object") return undefined;
  return value.members.find(([name]) => name === step)?.[1];
}

/** Puts a part. A new member comes last, and an existing one stays where it is. */
export function withValue(value: Exact, path: Path, part: Exact): Exact {
  const [step, ...rest] = path;
  if (step === undefined) return part;
  const inner = partOf(value, step);
  const next = inner === undefined ? part : withValue(inner, rest, part);
  if (typeof step === "number") return value.kind === "list" ? withItem(value, step, next) : value;
  return value.kind === "object" ? withMember(value, step, next) : value;
}

type ListValue = Extract<Exact, { readonly kind: "list" }>;

function withItem({ kind, items }: ListValue, index: number, item: Exact): Exact {
  return { kind, items: index < items.length ? items.with(index, item) : [...items, item] };
}

function withMember({ kind, members }: ExactObject, name: string, value: Exact): Exact {
  const index = members.findIndex(([each]) => each === name);
  const member = [name, value] as const;
  return { kind, members: index === -1 ? [...members, member] : members.with(index, member) };
}

/** Leaves a part out. */
export function without(value: Exact, path: Path): Exact {
  const [last, at] = [path.at(-1), path.slice(0, -1)];
  const holder = valueIn(value, at);
  if (last === undefined || holder === undefined) return value;
  if (holder.kind === "list") {
    const items = holder.items.filter((_, index) => index !== last);
    return withValue(value, at, { ...holder, items });
  }
  if (holder.kind !== "object") return value;
  const members = holder.members.filter(([name]) => name !== last);
  return withValue(value, at, { ...holder, members });
}
