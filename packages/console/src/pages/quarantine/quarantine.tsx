import type { JSX } from "preact";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { chosen, type Filter, FilterForm, withQuery } from "../../ui/filter-form.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { type ListedQuarantined, quarantinePage } from "./shapes.ts";
import { quarantineWords as words } from "./words.ts";

const filters: readonly Filter[] = [
  { key: "tool", label: words.tool },
  { key: "server", label: words.server },
  { key: "clause", label: words.clause },
  { key: "since", label: words.since, example: words.sinceExample },
];
const keys = filters.map(({ key }) => key);

/** Answers that broke their contracts, the newest first. */
export function QuarantinePage({ query }: PageProps): JSX.Element {
  const filter = chosen(query, keys);
  const loader = useAnswer(
    withQuery("quarantine", chosen(query, [...keys, "cursor"])),
    quarantinePage,
  );
  const { value } = loader.loaded.value;
  const rows = value?.results ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name="quarantine" columns={columns} rows={rows} />
      </header>
      <p class="muted">{words.hint}</p>
      <FilterForm path="/quarantine" filters={filters} query={query} />
      <Failure loader={loader} />
      {value !== undefined && <Results rows={rows} isFiltered={filter.size > 0} />}
      <Pager
        path={withQuery("/quarantine", filter)}
        cursor={query.get("cursor")}
        next={value?.next}
      />
      <SameInTerminal line="npx toolcourt quarantine list" />
    </>
  );
}

interface ResultsProps {
  readonly rows: readonly ListedQuarantined[];
  readonly isFiltered: boolean;
}

function Results({ rows, isFiltered }: ResultsProps): JSX.Element {
  if (rows.length === 0) {
    return <Empty sentence={isFiltered ? words.emptyFiltered : words.empty} />;
  }
  return (
    <div class="card requests">
      <table class="list" aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.server}</th>
            <th scope="col">{words.clause}</th>
            <th scope="col">{words.issues}</th>
            <th scope="col" class="right">
              {words.kept}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ row }: { readonly row: ListedQuarantined }): JSX.Element {
  const now = useWorkspace().now.value;
  const { id, tool, server, clause, issues, at } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/quarantine/${encodeURIComponent(id)}`)}>
          <Foreign text={tool} />
        </a>
      </th>
      <td data-label={words.server}>
        <Foreign text={server} />
      </td>
      <td data-label={words.clause}>
        <Foreign text={clause} />
      </td>
      <td data-label={words.issues}>
        <Foreign text={issues[0] ?? ""} />
      </td>
      <td class="right" data-label={words.kept}>
        <Time at={at} now={now} />
      </td>
    </tr>
  );
}

const columns: readonly Column<ListedQuarantined>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "callId", cell: ({ callId }) => callId },
  { name: "tenant", cell: ({ tenant }) => tenant },
  { name: "server", cell: ({ server }) => server },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "contract", cell: ({ contract }) => contract },
  { name: "clause", cell: ({ clause }) => clause },
  { name: "issues", cell: ({ issues }) => issues.join("\n") },
  { name: "at", cell: ({ at }) => new Date(at).toISOString() },
  { name: "sha256", cell: ({ sha256 }) => sha256 },
  { name: "redacted", cell: ({ redacted }) => redacted },
  { name: "isCut", cell: ({ isCut }) => String(isCut) },
];
