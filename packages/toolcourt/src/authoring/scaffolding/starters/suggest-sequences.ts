import type { ToolContract } from "@toolcourt/sdk";
import { type ShapeName, shapeNames, shapes } from "./shapes.ts";
import { composePolicy } from "./starter-text.ts";
import { type StarterStatement, starterStatements } from "./statements.ts";
import { factsOf, type ToolFacts } from "./tool-facts.ts";

/** Statements that fit the tools of a gateway, and what its contracts leave open. */
export interface Suggestion {
  readonly shapes: ReadonlyMap<ShapeName, readonly ToolFacts[]>;
  readonly sequences: readonly StarterStatement[];
  readonly gaps: readonly ServerGaps[];
  /** Whether a field of a result is marked as secret or personal. */
  readonly hasLabels: boolean;
}

/** Tools of one server whose contracts leave values open. */
export interface ServerGaps {
  readonly server: string;
  /** Names of tools, by what is missing. */
  readonly missing: Readonly<Record<Gap, readonly string[]>>;
}

const gapTitles = {
  roles: "no stated roles",
  origins: "no stated origins",
  reach: "no stated reach, so outside; write `reach: internal` where no data can leave",
} as const;
type Gap = keyof typeof gapTitles;

const gapNames = ["roles", "origins", "reach"] as const;

/** Suggests statements for some tools. None if no tool changes anything or reaches outside. */
export function suggestSequences(contracts: readonly ToolContract[]): Suggestion {
  const tools = contracts.map(factsOf);
  const fitting = shapeNames.map((name) => [name, tools.filter(shapes[name].fits)] as const);
  return {
    shapes: new Map(fitting.filter(([, some]) => some.length > 0)),
    sequences: starterStatements.filter(({ fits }) => tools.some(fits)),
    gaps: gapsIn(tools),
    hasLabels: tools.some(({ labels }) => labels.size > 0),
  };
}

function gapsIn(tools: readonly ToolFacts[]): readonly ServerGaps[] {
  return [...Map.groupBy(tools, ({ server }) => server)]
    .map(([server, own]) => ({
      server,
      missing: {
        roles: own.filter(({ lacksRoles }) => lacksRoles).map(({ name }) => name),
        origins: own.filter(({ lacksOrigins }) => lacksOrigins).map(({ name }) => name),
        reach: own.filter(({ lacksReach }) => lacksReach).map(({ name }) => name),
      },
    }))
    .filter(({ missing }) => gapNames.some((gap) => missing[gap].length > 0));
}

export interface SuggestionText {
  /** Whether the configuration names a policy already. */
  readonly hasPolicy: boolean;
  /** Returns the command that fills the gaps of a server. Undefined for our own tools. */
  readonly adopt: (server: string) => string | undefined;
}

/** Writes a suggestion as a policy. Its statements only count until a person decides otherwise. */
export function suggestionText(
  { shapes: found, sequences, gaps, hasLabels }: Suggestion,
  { hasPolicy, adopt }: SuggestionText,
): string {
  const needsLabels = sequences.some(({ id }) => id === "no-private-content") && !hasLabels;
  return composePolicy({
    comment: [
      found.size > 0
        ? "Suggested by the contracts of these tools:"
        : "Suggested by the contracts of the tools.",
      ...[...found].flatMap(([name, tools]) => [`  ${name}:`, ...namesOf(tools.map(pathOf))]),
      "Each statement only counts what it would ask. Look at the counts, then write enforce.",
      ...(needsLabels ? noLabels : []),
      ...(hasPolicy ? addIt : []),
      ...gaps.flatMap((each) => gapLines(each, adopt(each.server))),
      "",
    ],
    sequences,
    allows: !hasPolicy,
    observes: true,
  });
}

const noLabels = [
  "No contract marks a field of a result with `sensitivity`, so no-private-content finds nothing.",
];
const addIt = ["You have a policy: add `sequences` to it. Alone, this file allows no call."];

function gapLines({ server, missing }: ServerGaps, command: string | undefined): readonly string[] {
  const open = gapNames.filter((gap) => missing[gap].length > 0);
  return [
    "",
    `${plain(server) ?? "A server"}: what contracts do not say is guessed, or taken for a stranger's.`,
    ...open.flatMap((gap) => [`  ${gapTitles[gap]}:`, ...namesOf(missing[gap])]),
    command === undefined ? "  Next: state them in the terms of these tools" : `  Next: ${command}`,
  ];
}

function pathOf({ server, name }: ToolFacts): string {
  return `${server}/${name}`;
}

const maxNames = 20;

/** Names of strangers stay out of a file that people edit, unless they are plain words. */
function namesOf(names: readonly string[]): readonly string[] {
  const shown = names
    .map(plain)
    .filter((each) => each !== undefined)
    .slice(0, maxNames);
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [`${others} more`] : [])].map((each) => `    ${each}`);
}

function plain(name: string): string | undefined {
  return /^[\w/.-]{1,130}$/.test(name) ? name : undefined;
}
