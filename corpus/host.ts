import { fitOf } from "../packages/host/src/planner/fit.ts";
import { minFitAmong, Planner } from "../packages/host/src/planner/planner.ts";
import { type PlannableTool, prepareTool } from "../packages/host/src/planner/prepared-tool.ts";
import { takeApart } from "../packages/host/src/planner/take-apart.ts";
import type { Area, Row } from "./area.ts";
import { groundingRows } from "./grounding.ts";
import { type BfclFile, type BfclRow, bfclFiles } from "./host-bfcl.ts";
import { areaUnderCurve, intervalOf } from "./host-figures.ts";
import { fuzzRows } from "./host-fuzz.ts";
import { injectionRows } from "./host-injection.ts";
import { metatoolRows } from "./host-metatool.ts";
import { pooledRows } from "./host-pooled.ts";
import { slotRows } from "./host-slots.ts";
import { unrelatedRows } from "./host-unrelated.ts";
import { wholeRows } from "./host-whole.ts";

/**
 * The host: its planner without a model, its summaries, and its handling of hostile plans and
 * results.
 */
export const hostArea: Area = {
  name: "host",
  measure: async (folder) => {
    const files = bfclFiles(folder);
    const rows = [
      ...files.flatMap((file) => choiceRows(file)),
      ...pooledRows(files),
      ...abstentionRows(files),
      ...(files.length === 0 ? [] : unrelatedRows(folder, questionsOf(files))),
      ...files.flatMap((file) => slotRows(file)),
      ...files.flatMap((file) => wholeRows(file)),
      ...metatoolRows(folder),
      ...costRows(files),
      ...(await injectionRows(folder)),
      ...groundingRows(folder),
    ];
    // Fuzzing needs no data, but without host data this area was not requested.
    return rows.length === 0 ? [] : [...rows, ...(await fuzzRows())];
  },
};

function choiceRows({ name, kind, rows, leftOut }: BfclFile): readonly Row[] {
  const counts: readonly Row[] = [
    { what: `${name}, questions (${kind})`, figure: rows.length, unit: "count" },
    ...(leftOut === 0
      ? []
      : [
          {
            what: `${name}, left out`,
            figure: leftOut,
            unit: "count",
            note: "several turns or calls, or literals of another language",
          } as const,
        ]),
  ];
  if (kind !== "several tools") return counts;
  const wrong = rows.filter(({ question, tools, gold }) => {
    const [first] = new Planner({ tools }).narrow(question, 1);
    return first?.name !== gold?.tool;
  });
  return [
    ...counts,
    {
      what: `${name}, right tool first`,
      figure: 1 - wrong.length / rows.length,
      unit: "rate",
      bound: { at: "least", value: 0.98 },
      note: `${intervalOf(rows.length - wrong.length, rows.length)}; limited by what a question implies and does not say, wrong: ${wrong
        .slice(0, 4)
        .map(({ id }) => id)
        .join(", ")}`,
    },
  ];
}

function questionsOf(files: readonly BfclFile[]): readonly string[] {
  return files.flatMap(({ rows }) => rows.map(({ question }) => question));
}

function isNone({ kind }: BfclFile): boolean {
  return kind === "irrelevant";
}

/** Measures how well the best tool's fit separates answerable questions from unanswerable ones. */
function abstentionRows(files: readonly BfclFile[]): readonly Row[] {
  const none = files.filter(isNone).flatMap(({ rows }) => rows.map((row) => bestFit(row)));
  const some = files
    .filter((file) => !isNone(file))
    .flatMap(({ rows }) => rows.map((row) => bestFit(row)));
  if (none.length === 0 || some.length === 0) return [];
  const { area, interval } = areaUnderCurve(
    some.map(({ fit }) => fit),
    none.map(({ fit }) => fit),
  );
  const letIn = none.filter(({ isEnough }) => isEnough).length;
  const keptOut = some.filter(({ isEnough }) => !isEnough).length;
  return [
    {
      what: "none fits: area under the curve",
      figure: area,
      unit: "rate",
      bound: { at: "least", value: 0.82 },
      note: `${interval}; limited by questions about the same matter as a tool that cannot do it`,
    },
    {
      what: "none fits: questions without a tool that get one",
      figure: letIn / none.length,
      unit: "rate",
      note: `${intervalOf(letIn, none.length)}; the tool is about the same matter`,
    },
    {
      what: "none fits: questions with a tool that get none",
      figure: keptOut / some.length,
      unit: "rate",
      note: `${intervalOf(keptOut, some.length)}; the question has other words than the tool`,
    },
  ];
}

function bestFit({ question, tools }: BfclRow): {
  readonly fit: number;
  readonly isEnough: boolean;
} {
  const asked = takeApart(question);
  const fit = Math.max(0, ...tools.map((tool) => fitOf(asked, prepareTool(tool))));
  return { fit, isEnough: fit >= minFitAmong(tools.length) };
}

const toolsForCost = 1_000;

/**
 * Times a plan among a thousand tools. Tools of the questions repeat under other names if there are
 * too few.
 */
function costRows(files: readonly BfclFile[]): readonly Row[] {
  const rows = files.flatMap((file) => file.rows);
  const some = rows.flatMap(({ tools }) => tools);
  if (some.length === 0) return [];
  const tools = Array.from({ length: toolsForCost }, (_, at): PlannableTool => {
    const tool = some[at % some.length] ?? { name: "", description: "", input: {} };
    return { ...tool, name: `${tool.name}_${at}` };
  });
  const planner = new Planner({ tools });
  const questions = rows.slice(0, 300).map(({ question }) => question);
  for (const question of questions) planner.plan(question);
  const times = questions
    .map((question) => {
      // The fastest of three: the others include the load of other programs.
      const runs = Array.from({ length: 3 }, () => {
        const start = performance.now();
        planner.plan(question);
        return performance.now() - start;
      });
      return Math.min(...runs);
    })
    .toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
  return [
    {
      what: "a plan among 1,000 tools, p50",
      figure: at(0.5),
      unit: "ms",
      bound: { at: "most", value: 2 },
      note: `${times.length} questions, the quickest of three runs each; the search by words and the closer look at ten tools are most of it`,
    },
    { what: "a plan among 1,000 tools, p99", figure: at(0.99), unit: "ms" },
  ];
}
