/** Formats `a, b and c`. */
export function describeChoices(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} and ${choices.at(-1)}`;
}
