import { type ShapeName, shapes } from "./shapes.ts";
import { type StarterStatement, starterStatements } from "./statements.ts";

interface Composed {
  /** Lines of the comment at the top. */
  readonly comment: readonly string[];
  readonly sequences: readonly StarterStatement[];
  /** Whether the file allows the tools. Only for a file that is the whole policy. */
  readonly allows: boolean;
  /** Whether the statements only count at first. */
  readonly observes: boolean;
}

/** Writes a policy of statements about sequences. */
export function composePolicy({ comment, sequences, allows, observes }: Composed): string {
  const lines = [
    ...comment.map(commented),
    "version: 1",
    ...(allows ? allowing : []),
    ...destinations,
    "sequences:",
    ...sequences.flatMap((each) => statementLines(each, observes)),
    "...",
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns the starter policy of a shape. Its statements decide. */
export function starterPolicy(name: ShapeName): string {
  return composePolicy({
    comment: [`Tools for ${shapes[name].title}.`],
    sequences: starterStatements.filter((each) => each.shapes.includes(name)),
    allows: true,
    observes: false,
  });
}

const allowing = [
  "# As without a policy: callers on this machine may call every tool. Replace it by your own.",
  "statements:",
  '  - { id: local-callers, effect: allow, kinds: [local], tools: ["*"] }',
];

const destinations = [
  "# Your own addresses, which need no question:",
  '# destinations: ["*@example.com", "https://docs.example.com/team/*"]',
];

function statementLines(
  { id, why, lines }: StarterStatement,
  observes: boolean,
): readonly string[] {
  return [
    ...why.map((each) => `  ${commented(each)}`),
    `  - id: ${id}`,
    ...lines.map((line) => `    ${line}`),
    ...(observes ? ["    mode: observe"] : []),
  ];
}

function commented(line: string): string {
  return line === "" ? "#" : `# ${line}`;
}
