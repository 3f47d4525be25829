import { readSource } from "../house/source.ts";
import { type Page, page, table } from "./page.ts";

/** A rule, or another thing with a name, and the requirements that it serves. */
export interface Served {
  readonly name: string;
  readonly summary: string;
  readonly requirements: readonly string[];
}

/** One table of the page. */
export interface ServedGroup {
  readonly title: string;
  /** The head of the first column. */
  readonly named: string;
  readonly served: readonly Served[];
}

/** Returns the only page that shows requirement numbers. */
export function requirementsPage(groups: readonly ServedGroup[]): Page {
  return page("docs/requirements.md", "Requirements", [
    "The requirements behind this project have numbers such as `S0-12` and `T25`. The numbers appear on this page, in JSON reports and in SARIF reports. Guides, help texts and text reports do not show them.",
    "A dash means that the rule goes beyond the requirements.",
    ...groups.flatMap(({ title, named, served }) => [
      `## ${title}`,
      table(
        [named, "summary", "requirements"],
        served.map(({ name, summary, requirements }) => [
          name,
          summary,
          requirements.length === 0 ? "–" : requirements.join(", "),
        ]),
      ),
    ]),
  ]);
}

// `T00:00` is a time of day.
const number = /\b(?:S[0-4]-\d+|T\d{1,2})\b(?!:\d)/g;

/** Returns the files whose comments name a requirement, with the first such sentence of each. */
export function servedByCode(root: string, paths: readonly string[]): readonly Served[] {
  return paths.flatMap((path) => {
    const texts = readSource(root, path).comments.map(({ value }) => proseOf(value));
    const naming = texts.filter((text) => text.search(number) !== -1);
    const [first] = naming;
    if (first === undefined) return [];
    const requirements = naming.flatMap((text) => Array.from(text.matchAll(number), String));
    return [
      { name: `\`${path}\``, summary: sentenceOf(first), requirements: [...new Set(requirements)] },
    ];
  });
}

function proseOf(comment: string): string {
  return comment
    .replaceAll(/^\s*\*+ ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The sentence that names a requirement, without a number in parentheses or at its start. */
function sentenceOf(text: string): string {
  const sentences = text.split(/(?<=\.) /);
  const naming = sentences.find((sentence) => sentence.search(number) !== -1) ?? text;
  return naming.replaceAll(/ \((?:[ST][\d-]+(?:, )?)+\)|^[ST][\d-]+: /g, "");
}
