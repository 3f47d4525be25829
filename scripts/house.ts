import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Counted } from "./house/implementations.ts";
import { type House, measureHouse } from "./house/measure.ts";

// node scripts/house.ts [folder] [--json]
// Measures how readable a checkout is: this one, or the one in the folder.

const { values: flags, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const house = measureHouse(resolve(positionals[0] ?? resolve(import.meta.dirname, "..")));
if (flags.json) console.log(JSON.stringify(house, null, 2));
else for (const line of tableOf(house)) console.log(line);

function tableOf(measured: House): readonly string[] {
  const rows = [
    ...sizeRows(measured),
    ...graphRows(measured),
    ...memberRows(measured),
    ...wordRows(measured),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

type Row = readonly [name: string, value: string | number];

function sizeRows({ total, packages, functions }: House): readonly Row[] {
  const perPackage = Object.entries(packages);
  return [
    ["files", total.files],
    ["lines", total.lines],
    ["lines of code (no comments, no blanks)", total.codeLines],
    ["files of 40 lines or fewer", total.smallFiles],
    ...perPackage.map(
      ([name, { files, lines, codeLines, folders }]): Row => [
        `  ${name}`,
        `${files} files, ${lines} lines, ${codeLines} of code, ${folders} top-level folders`,
      ],
    ),
    ["functions", functions.count],
    [
      "function lines p50 / p99 / longest",
      `${functions.p50} / ${functions.p99} / ${functions.max}`,
    ],
  ];
}

function graphRows({ graph }: House): readonly Row[] {
  const {
    folderArrows,
    folderAndFileArrows,
    folderCycles,
    packageArrows,
    packageCycles,
    compositionRoots,
  } = graph;
  return [
    ["folder arrows", `${folderArrows} (${folderAndFileArrows} with entry files)`],
    ["folder cycles", named(folderCycles)],
    ["package arrows", `${packageArrows.length} (${packageArrows.join(", ")})`],
    ["package cycles", named(packageCycles)],
    ["composition roots", `${compositionRoots.length} (${compositionRoots.join(", ")})`],
  ];
}

function named(cycles: readonly (readonly string[])[]): string {
  return [cycles.length, ...cycles.map((cycle) => `(${cycle.join(" ")})`)].join(" ");
}

function memberRows({ members, implementations }: House): readonly Row[] {
  const { single, singleWithFake, several, unseen } = implementations;
  return [
    ["function-typed members of interfaces", members.inInterfaces],
    ["  one implementation, no fake", counted(single)],
    ["  one implementation, and a fake", counted(singleWithFake)],
    ["  several implementations", counted(several)],
    ["  no implementation seen", counted(unseen)],
    ["function-typed members of type literals", members.inTypeLiterals],
    ["declarations of clock", members.clocks],
  ];
}

function counted({ members, interfaces }: Counted): string {
  return `${members} members of ${interfaces} interfaces`;
}

function wordRows({ dialect, prose }: House): readonly Row[] {
  const { comments, titles, docs, total } = dialect;
  const pages = Object.entries(prose).map(([kind, figures]): Row => {
    const { sentences, medianWords, over20Percent, over30Percent, over40 } = figures;
    const shares = `${over20Percent} % over 20, ${over30Percent} % over 30, ${over40} over 40`;
    return [`words a sentence, ${kind} pages`, `median ${medianWords} of ${sentences}: ${shares}`];
  });
  return [
    ["whoever, nobody, somebody", `${total}: ${comments} comments, ${titles} titles, ${docs} docs`],
    ...pages,
  ];
}
