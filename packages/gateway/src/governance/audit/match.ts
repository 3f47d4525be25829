/** Returns the named groups of a match, or undefined. The pattern must contain all names. */
export function match<Name extends string>(
  form: RegExp,
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  const groups = form.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const entries = names.map((name) => [name, groups[name] ?? ""]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name
  return Object.fromEntries(entries) as Record<Name, string>;
}
