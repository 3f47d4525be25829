import type { Finding } from "@toolcourt/sdk/rules";
import { printable } from "../printable.ts";
import type { Judged, Reporter } from "../report.ts";
import { count } from "../style.ts";

/** JUnit XML: a server is a suite, a tool is a case, and a tool that is not callable has failed. */
export const reportJunit: Reporter = ({ judged, summary }) => {
  const suites = [...Map.groupBy(judged, ({ server }) => server)];
  const failures = summary.tools - summary.callable;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="toolcourt" tests="${summary.tools}" failures="${failures}" errors="0">`,
    ...suites.flatMap(([server, tools]) => suite(server, tools)),
    "</testsuites>",
  ].join("\n");
};

function suite(server: string, tools: readonly Judged[]): readonly string[] {
  const failures = tools.filter(({ callable }) => !callable).length;
  return [
    `  <testsuite name=${quoted(server)} tests="${tools.length}" failures="${failures}" errors="0">`,
    ...tools.flatMap(testcase),
    "  </testsuite>",
  ];
}

function testcase({ server, name, file, findings }: Judged): readonly string[] {
  const open = `    <testcase classname=${quoted(server)} name=${quoted(name)} file=${quoted(file)}`;
  if (findings.length === 0) return [`${open}/>`];
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const failure = `      <failure message="${count(errors.length, "error")}" type="finding">${lines(errors)}</failure>`;
  return [
    `${open}>`,
    ...(errors.length === 0 ? [] : [failure]),
    ...(warnings.length === 0 ? [] : [`      <system-out>${lines(warnings)}</system-out>`]),
    "    </testcase>",
  ];
}

function lines(findings: readonly Finding[]): string {
  return findings
    .map(({ severity, rule, pointer, message }) =>
      escaped(`${severity} ${rule} ${pointer} ${message}`),
    )
    .join("\n");
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

// Most control characters may not stand in XML at all, not even escaped, so they are made visible first.
function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (char) => entities[char] ?? "");
}
