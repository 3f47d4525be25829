import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

const longest = 64;

/** What providers take as the name of a function. */
export const functionNames = /[^a-zA-Z0-9_-]/gu;

/** What they take as the name of a parameter. */
export const parameterNames = /[^a-zA-Z0-9_.-]/gu;

/**
 * A name for each name that has nothing in it but what is taken, and that no other has. What is taken as
 * it is keeps its name, whatever the others are called.
 */
export function projectNames(
  names: readonly string[],
  { strange, reserved = [] }: { readonly strange: RegExp; readonly reserved?: readonly string[] },
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const taken = new Set(reserved);
  const odd: string[] = [];
  for (const name of new Set(names)) {
    if (name !== "" && plain(name, strange) === name && !taken.has(name)) {
      shown.set(name, name);
      taken.add(name);
    } else odd.push(name);
  }
  for (const name of odd) {
    const free = firstFree(plain(name, strange) || "_", taken);
    shown.set(name, free);
    taken.add(free);
  }
  return shown;
}

function plain(name: string, strange: RegExp): string {
  return withoutHiddenCharacters(name).text.replaceAll(strange, "_").slice(0, longest);
}

/** The name itself, or the first of its kind that nobody has. */
export function firstFree(name: string, taken: ReadonlySet<string>, most = longest): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count += 1) {
    const end = `_${count}`;
    const free = name.slice(0, most - end.length) + end;
    if (!taken.has(free)) return free;
  }
}
