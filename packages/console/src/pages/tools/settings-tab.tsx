import type { ComponentChildren, JSX } from "preact";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { ClauseTable } from "../servers/clause-table.tsx";
import type { Explanation, Source, Sourced } from "./explanation-shapes.ts";
import { SomeCallers } from "./some-callers.tsx";
import type { TabProps } from "./tool.tsx";
import type { Tool } from "./tool-shapes.ts";
import { texts } from "./words.ts";

/** The settings in force, and where each value comes from. */
export function SettingsTab({ tool }: TabProps): JSX.Element {
  const { explanation } = tool;
  const rows = rowsOf(explanation.settings);
  return (
    <>
      <section class="card">
        <header class="card-head">
          <h2>{texts.settings}</h2>
          <Export name="settings" columns={columns} rows={rows} />
        </header>
        <table class="list" aria-label={texts.settings}>
          <thead>
            <tr>
              <th scope="col">{texts.setting}</th>
              <th scope="col">{texts.value}</th>
              <th scope="col">{texts.source}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, value, source }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td data-label={texts.value}>
                  <Foreign text={value} />
                </td>
                <td data-label={texts.source}>
                  <Foreign text={source} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <SomeCallers explanation={explanation} />
      <Clauses tool={tool} />
      <More explanation={explanation} />
    </>
  );
}

interface SettingRow {
  readonly title: string;
  readonly value: string;
  readonly source: string;
}

function rowsOf(settings: Explanation["settings"]): readonly SettingRow[] {
  const { maxInstances, timeoutMs, retries, resultBytes, approval } = settings;
  const names = texts.settingNames;
  return [
    rowOf(names.maxInstances, maxInstances, String),
    rowOf(names.timeoutMs, timeoutMs, texts.ms),
    ...(retries === undefined ? [] : [rowOf(names.retries, retries, String)]),
    ...(resultBytes === undefined ? [] : [rowOf(names.resultBytes, resultBytes, texts.bytes)]),
    rowOf(names.approval, approval, String),
  ];
}

function rowOf(
  title: string,
  { value, from }: Sourced,
  shown: (value: number) => string,
): SettingRow {
  const text = typeof value === "number" ? shown(value) : (texts.approvals[value] ?? value);
  return { title, value: text, source: sourceText(from) };
}

function sourceText({ kind, file = "", line = 0, name = "", limit = "" }: Source): string {
  if (kind === "file") return texts.sources.file(file, line);
  if (kind === "variable") return texts.sources.variable(name);
  return kind === "policy" ? texts.sources.policy(limit, file) : texts.sources[kind];
}

const columns: readonly Column<SettingRow>[] = [
  { name: "setting", cell: ({ title }) => title },
  { name: "value", cell: ({ value }) => value },
  { name: "source", cell: ({ source }) => source },
];

/** Each clause with its mode, and how often calls have broken it. */
function Clauses({ tool: { explanation, counts } }: { readonly tool: Tool }): JSX.Element {
  const rows = [...explanation.clauses].map(([clause, mode]) => {
    const { checked = 0, broken = 0 } = counts.find((count) => count.clause === clause) ?? {};
    return { clause, mode, checked, broken };
  });
  return (
    <section class="card">
      <header class="card-head">
        <h2>{texts.clauses}</h2>
      </header>
      <ClauseTable rows={rows} />
    </section>
  );
}

function More({ explanation }: { readonly explanation: Explanation }): JSX.Element {
  const { profiles, hints, allowedRequests, endpoints, steps = [] } = explanation;
  return (
    <section class="card facts" aria-label={texts.more}>
      <dl>
        <Fact name={texts.profiles}>{profiles.join(", ")}</Fact>
        <Fact name={texts.hints}>{hints}</Fact>
        <Fact name={texts.mayAsk}>{allowedRequests.join(", ") || texts.nothing}</Fact>
        {endpoints !== undefined && (
          <Fact name={texts.endpoints}>
            <Names names={endpoints.map(({ name, tool }) => `${name} (${tool})`)} />
          </Fact>
        )}
        {steps.length > 0 && (
          <Fact name={texts.steps}>
            <Names names={steps.map(({ tool, state }) => `${tool} (${state})`)} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Names({ names }: { readonly names: readonly string[] }): ComponentChildren {
  if (names.length === 0) return texts.noEndpoint;
  return names.map((name, index) => (
    <>
      {index > 0 && ", "}
      <Foreign text={name} />
    </>
  ));
}
