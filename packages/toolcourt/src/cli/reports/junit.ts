import { foreign } from "./markup.ts";

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  readonly timeMs?: number;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface JunitCase {
  readonly group: string;
  readonly name: string;
  /** The file of the test case. Unset if there is none. */
  readonly file?: string;
  readonly timeMs?: number;
  readonly failure?: JunitFailure | undefined;
  /** The reason for skipping it. */
  readonly skipped?: string | undefined;
  /** Remarks that are no failures. */
  readonly notes?: readonly string[];
}

export interface JunitFailure {
  readonly message: string;
  readonly lines: readonly string[];
}

/** Writes JUnit XML as most CI systems read it. */
export function junitXml(suites: readonly JunitSuite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="toolcourt" ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(suiteLines),
    "</testsuites>",
  ].join("\n");
}

function counts(cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="0"`;
}

function suiteLines({ name, cases, timeMs, properties = {} }: JunitSuite): readonly string[] {
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const given = Object.entries(properties).map(
    ([key, value]) => `      <property name=${quoted(key)} value=${quoted(value)}/>`,
  );
  return [
    `  <testsuite name=${quoted(name)} ${counts(cases)}${skipped === 0 ? "" : ` skipped="${skipped}"`}${seconds(timeMs)}>`,
    ...(given.length === 0 ? [] : ["    <properties>", ...given, "    </properties>"]),
    ...cases.flatMap(caseLines),
    "  </testsuite>",
  ];
}

function caseLines(each: JunitCase): readonly string[] {
  const file = each.file === undefined ? "" : ` file=${quoted(each.file)}`;
  const open = `    <testcase classname=${quoted(each.group)} name=${quoted(each.name)}${file}${seconds(each.timeMs)}`;
  const inside = insideLines(each);
  return inside.length === 0 ? [`${open}/>`] : [`${open}>`, ...inside, "    </testcase>"];
}

function insideLines({ skipped, failure, notes = [] }: JunitCase): readonly string[] {
  return [
    ...(skipped === undefined ? [] : [`      <skipped message=${quoted(skipped)}/>`]),
    ...(failure === undefined
      ? []
      : [
          `      <failure message=${quoted(failure.message)} type="finding">${body(failure.lines)}</failure>`,
        ]),
    ...(notes.length === 0 ? [] : [`      <system-out>${body(notes)}</system-out>`]),
  ];
}

function body(lines: readonly string[]): string {
  return lines.map(foreign).join("\n");
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? "" : ` time="${(ms / 1_000).toFixed(3)}"`;
}

function quoted(text: string): string {
  return `"${foreign(text)}"`;
}
