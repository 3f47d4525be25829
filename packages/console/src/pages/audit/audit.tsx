import "./audit.css";
import type { JSX } from "preact";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import type { PageProps } from "../section.ts";
import { ExportView } from "./export-view.tsx";
import { RowView } from "./row-view.tsx";
import { StateView } from "./state-view.tsx";
import { UnfinishedView } from "./unfinished-view.tsx";
import { auditWords as words } from "./words.ts";

const views = ["state", "row", "unfinished", "export"] as const;
type View = (typeof views)[number];

const commands: Record<View, string> = {
  state: "npx toolcourt audit status",
  row: "npx toolcourt audit show <row>",
  unfinished: "npx toolcourt audit unfinished",
  export: "npx toolcourt audit export --out audit.jsonl",
};

/** The audit log: its state, its rows, and calls that never ended. */
export function AuditPage({ query }: PageProps): JSX.Element {
  const view = viewIn(query);
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
      </header>
      <Choices
        label={words.views}
        current={view}
        choices={views.map((value) => ({
          value,
          title: words[value],
          path: value === "state" ? "/audit" : `/audit?view=${value}`,
        }))}
      />
      {view === "state" && <StateView />}
      {view === "row" && <RowView query={query} />}
      {view === "unfinished" && <UnfinishedView query={query} />}
      {view === "export" && <ExportView query={query} />}
      <SameInTerminal line={commandOf(view, query)} />
    </>
  );
}

/** Only a number of the address becomes part of a command. */
function commandOf(view: View, query: URLSearchParams): string {
  const row = query.get("row") ?? "";
  const isNumber = view === "row" && /^[1-9]\d{0,14}$/.test(row);
  return isNumber ? `npx toolcourt audit show ${row}` : commands[view];
}

/** The number of a row is enough to open it. */
function viewIn(query: URLSearchParams): View {
  if (query.has("row")) return "row";
  return views.find((each) => each === query.get("view")) ?? "state";
}
