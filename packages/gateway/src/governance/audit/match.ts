/** The named parts of a text that has a form, or undefined for one that has not. All names must be in the form. */
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
