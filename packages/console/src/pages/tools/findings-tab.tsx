import type { JSX } from "preact";
import { Command } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Empty } from "../../ui/problem.tsx";
import { Prose } from "../../ui/prose.tsx";
import type { Finding } from "./explanation-shapes.ts";
import type { TabProps } from "./tool.tsx";
import type { Tool } from "./tool-shapes.ts";
import { texts } from "./words.ts";

/** What the rules object to, the errors first. */
export function FindingsTab({ tool }: TabProps): JSX.Element {
  const { findings } = tool.explanation;
  if (findings.length === 0) return <Empty sentence={texts.noFindings} />;
  const [errors, others] = [true, false].map((isError) =>
    findings.filter(({ severity }) => (severity === "error") === isError),
  );
  const sorted = [...(errors ?? []), ...(others ?? [])];
  return (
    <section class="card">
      <header class="card-head">
        <h2>{texts.findings(findings.length)}</h2>
        <Export name="findings" columns={columns} rows={sorted} />
      </header>
      <ul class="findings">
        {sorted.map((finding, index) => (
          <li key={index}>
            <Remark finding={finding} rules={tool.rules} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RemarkProps {
  readonly finding: Finding;
  readonly rules: Tool["rules"];
}

function Remark({ finding, rules }: RemarkProps): JSX.Element {
  const { rule, severity, message, pointer } = finding;
  const isError = severity === "error";
  const docs = rules.get(rule);
  return (
    <>
      <p>
        <span class={isError ? "tag tag-bad" : "tag tag-warn"}>
          <Icon name="warn" />
          {texts.severities[severity]}
        </span>{" "}
        <code>
          <Foreign text={rule} />
        </code>{" "}
        <strong>
          <Prose text={message} />
        </strong>
      </p>
      <p class="muted">
        {texts.at}{" "}
        <code>
          <Foreign text={pointer === "" ? "/" : pointer} />
        </code>
      </p>
      {docs !== undefined && (
        <details>
          <summary>{texts.ruleWhy}</summary>
          <p>
            <Prose text={`${docs.summary}.`} />
          </p>
          <p>
            <Prose text={docs.why.replaceAll("\n", " ")} />
          </p>
          <Command line={`npx toolcourt rules ${rule}`} />
        </details>
      )}
    </>
  );
}

const columns: readonly Column<Finding>[] = [
  { name: "severity", cell: ({ severity }) => severity },
  { name: "rule", cell: ({ rule }) => rule },
  { name: "pointer", cell: ({ pointer }) => pointer },
  { name: "message", cell: ({ message }) => message },
];
