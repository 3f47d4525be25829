import type { Finding } from "@toolcourt/sdk/rules";
import type { Judged, Reporter } from "../report.ts";
import { count } from "../style.ts";
import { type JunitCase, junitXml } from "./junit-xml.ts";

/**
 * Writes JUnit XML. A server is a suite, a tool is a case, and a tool that is not callable is a
 * failure.
 */
export const reportJunit: Reporter = ({ judged }) => {
  const suites = [...Map.groupBy(judged, ({ server }) => server)];
  return junitXml(suites.map(([name, tools]) => ({ name, cases: tools.map(caseOf) })));
};

function caseOf({ server, name, file, findings }: Judged): JunitCase {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const message = count(errors.length, "error");
  return {
    group: server,
    name,
    file,
    ...(errors.length > 0 && { failure: { message, lines: errors.map(lineOf) } }),
    notes: warnings.map(lineOf),
  };
}

function lineOf({ severity, rule, pointer, message }: Finding): string {
  return `${severity} ${rule} ${pointer} ${message}`;
}
