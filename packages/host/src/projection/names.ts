import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

const maxLength = 64;

/** Characters providers reject in a function name. */
export const functionNames = /[^a-zA-Z0-9_-]/gu;

/** Characters providers reject in a parameter name. */
export const parameterNames = /[^a-zA-Z0-9_.-]/gu;

/** Maps each name to a valid, unique one. Valid names stay unchanged, regardless of the others. */
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
  return withoutHiddenCharacters(name).text.replaceAll(strange, "_").slice(0, maxLength);
}

/** Returns the name itself, or its first unused variant. */
export function firstFree(name: string, taken: ReadonlySet<string>, most = maxLength): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count += 1) {
    const end = `_${count}`;
    const free = name.slice(0, most - end.length) + end;
    if (!taken.has(free)) return free;
  }
}
