import type { Effect } from "@toolcourt/sdk";

/** Differences between the files of a reading, a writing and a destructive tool. */
export interface ToolKind {
  /** SDK imports for the hints of such a tool. */
  readonly imports: readonly string[];
  /** The part of a permission after the colon. */
  readonly action: string;
  readonly description: (thing: string) => string;
  /** Code: the parameter fields, the result fields, and the remaining contract terms. */
  readonly parameters: readonly string[];
  readonly result: readonly string[];
  readonly terms: readonly string[];
  /** Constraints of the tool in words, for the contract and its page. */
  readonly constraints: readonly string[];
  readonly example: Example;
  /** Inputs that the test tries besides the example. */
  readonly sample: string;
  readonly missing: string;
  readonly mistyped: string;
  /** JSON that a broken implementation could return. */
  readonly malformed: string;
  /** Code: the initial implementation, and the hints about its result. */
  readonly work: readonly string[];
  readonly hints: (thing: string) => readonly string[];
}

export interface Example {
  readonly description: string;
  readonly params: string;
  readonly expected: string;
}

const entry = [
  'id: z.string().max(64).regex(/^entry-\\d+$/).describe("What programs call it")',
  'title: z.string().min(1).max(200).describe("What people call it")',
];

const read: ToolKind = {
  imports: ["hintsForNothing", "hintsForPage"],
  action: "read",
  description: (thing) =>
    `Finds every ${thing} entry whose title holds a given text. Use it when a user asks about the existing ${thing} entries. Returns the id and the title of each match, and an empty list if there is none. For example: which ${thing} entries are called first?`,
  parameters: ['text: z.string().min(1).max(100).describe("The text to find, in any case")'],
  result: [
    `matches: z
    .array(
      z.object({
        ${entry.join(",\n        ")},
      }),
    )
    .max(100)
    .describe("What was found, at most 100")`,
  ],
  terms: ['category: "query"', "cacheable: true", "cacheTTL: 60", "idempotent: true"],
  constraints: ["Changes nothing.", "Finds at most 100 entries."],
  example: {
    description: "One entry is found",
    params: '{ text: "first" }',
    expected: '{ matches: [{ id: "entry-1", title: "The first one" }] }',
  },
  sample: '{ text: "one" }',
  missing: "{}",
  mistyped: "{ text: 7 }",
  malformed: '{"matches":[{"id":1}]}',
  work: [
    "const entries = [",
    '  { id: "entry-1", title: "The first one" },',
    '  { id: "entry-2", title: "The second one" },',
    "];",
    "",
    "const work: Work = async ({ text }) => {",
    "  const wanted = text.toLowerCase();",
    "  const matches = entries.filter(({ title }) => title.toLowerCase().includes(wanted));",
    "  return { matches: matches.slice(0, 100) };",
    "};",
  ],
  hints: () => [
    "function hintsFor({ matches }: Answer): AgentHints {",
    "  const confidence = [",
    '    { name: "everything was searched", value: 1 },',
    '    { name: "few entries match", value: 1 / Math.max(1, matches.length) },',
    "  ];",
    "  if (matches.length === 0) return hintsForNothing({ confidence });",
    "  return hintsForPage({ shown: matches.length }, { confidence });",
    "}",
  ],
};

const write: ToolKind = {
  imports: ["hintsForChange"],
  action: "write",
  description: (thing) =>
    `Saves one ${thing} entry under its id and replaces the previous one. Use it when a user asks to keep or to change a ${thing} entry. Returns the saved entry. For example: give the ${thing} entry entry-1 another title.`,
  parameters: entry,
  result: entry,
  terms: ['category: "mutation"', "cacheable: false", "idempotent: true"],
  constraints: ["Replaces the entry that has the same id.", "Sends no messages."],
  example: {
    description: "An entry is saved",
    params: '{ id: "entry-1", title: "The first one" }',
    expected: '{ id: "entry-1", title: "The first one" }',
  },
  sample: '{ id: "entry-2", title: "Two" }',
  missing: '{ id: "entry-1" }',
  mistyped: '{ id: "entry-1", title: 7 }',
  malformed: '{"id":7,"title":"The first one"}',
  work: [
    "const saved = new Map<string, Answer>();",
    "",
    "const work: Work = async ({ id, title }) => {",
    "  const entry = { id, title };",
    "  saved.set(id, entry);",
    "  return entry;",
    "};",
  ],
  hints: (thing) => [
    "function hintsFor({ id, title }: Answer): AgentHints {",
    "  const confidence = [",
    '    { name: "it was saved", value: 1 },',
    '    { name: "the title tells it from others", value: Math.min(1, title.length / 20) },',
    "  ];",
    `  return hintsForChange({ type: ${JSON.stringify(thing)}, id, label: title }, { confidence });`,
    "}",
  ],
};

const destroy: ToolKind = {
  imports: ["hintsForChange"],
  action: "delete",
  description: (thing) =>
    `Removes one ${thing} entry for good, if there is one. Use it when a user asks to remove a ${thing} entry by name. Returns the id of the removed entry. For example: remove the ${thing} entry entry-1.`,
  parameters: entry.slice(0, 1),
  result: entry.slice(0, 1),
  terms: ['category: "mutation"', 'effect: "destroy"', "cacheable: false", "idempotent: true"],
  constraints: ["A removed entry cannot be restored.", "Removes one entry at a time."],
  example: {
    description: "An entry is removed",
    params: '{ id: "entry-1" }',
    expected: '{ id: "entry-1" }',
  },
  sample: '{ id: "entry-2" }',
  missing: "{}",
  mistyped: "{ id: 7 }",
  malformed: '{"id":7}',
  work: [
    'const entries = new Set(["entry-1", "entry-2"]);',
    "",
    "const work: Work = async ({ id }) => {",
    "  entries.delete(id);",
    "  return { id };",
    "};",
  ],
  hints: (thing) => [
    "function hintsFor({ id }: Answer): AgentHints {",
    '  const confidence = [{ name: "nothing has this id any more", value: 1 }];',
    `  return hintsForChange({ type: ${JSON.stringify(thing)}, id, label: id }, { confidence });`,
    "}",
  ],
};

export const toolKinds: Readonly<Record<Effect, ToolKind>> = { read, write, destroy };
