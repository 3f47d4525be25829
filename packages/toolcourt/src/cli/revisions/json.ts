import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import {
  isSerious,
  type RevisedPart,
  type RevisedTool,
  type RevisionFinding,
} from "@toolcourt/contracts/internal/revisions/revision";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { DiffReporter } from "./show.ts";

/** Writes one JSON value with a stable shape. */
export const diffJson: DiffReporter = ({ before, after, tools, renames }) =>
  printableJson({
    before,
    after,
    tools: tools.map(toolOf),
    renames: renames.map(({ server, from, to }) => ({ server, from, to })),
    summary: {
      tools: tools.length,
      serious: tools.filter(isSerious).length,
      errors: tools
        .flatMap(({ findings }) => findings)
        .filter(({ severity }) => severity === "error").length,
    },
  });

function toolOf({ server, name, fate, parts, findings, drift }: RevisedTool): object {
  return {
    server,
    name,
    fate,
    drift: drift ?? null,
    changes: parts.map(changeOf),
    findings: findings.map(findingOf),
  };
}

function changeOf({ kind, pointer, version, message, witness }: RevisedPart): object {
  return {
    kind,
    pointer,
    version,
    message: render(message, (text) => `\`${text}\``),
    ...(witness && { witness }),
  };
}

function findingOf({ rule, severity, requirements, message }: RevisionFinding): object {
  return { rule, severity, requirements, message: render(message, (text) => `\`${text}\``) };
}
