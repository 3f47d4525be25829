import type { JSX } from "preact";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { chosen, type Filter, FilterForm, withQuery } from "../../ui/filter-form.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { words as common } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { type ListedResult, resultsPage } from "./shapes.ts";
import { resultWords as words } from "./words.ts";

const filters: readonly Filter[] = [
  { key: "tool", label: words.tool },
  { key: "discovery", label: words.discovery },
  { key: "before", label: words.before, example: words.beforeExample },
];
const keys = filters.map(({ key }) => key);

/** Kept results, the newest first. */
export function ResultsPage({ query }: PageProps): JSX.Element {
  const filter = chosen(query, keys);
  const loader = useAnswer(withQuery("results", chosen(query, [...keys, "cursor"])), resultsPage);
  const { value } = loader.loaded.value;
  const rows = value?.results ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name="results" columns={columns} rows={rows} />
      </header>
      <p class="muted">{words.hint}</p>
      <FilterForm path="/results" filters={filters} query={query} />
      <Failure loader={loader} />
      {value !== undefined && <Results rows={rows} isFiltered={filter.size > 0} />}
      <Pager path={withQuery("/results", filter)} cursor={query.get("cursor")} next={value?.next} />
      <SameInTerminal line="npx toolcourt results list" />
    </>
  );
}

interface ResultsProps {
  readonly rows: readonly ListedResult[];
  readonly isFiltered: boolean;
}

function Results({ rows, isFiltered }: ResultsProps): JSX.Element {
  if (rows.length === 0 && isFiltered) return <Empty sentence={words.emptyFiltered} />;
  if (rows.length === 0) {
    return <Empty sentence={words.empty} hint={words.emptyHint} command={words.emptyCommand} />;
  }
  return (
    <div class="card requests">
      <table class="list" aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.server}</th>
            <th scope="col">{words.call}</th>
            <th scope="col">{words.discovery}</th>
            <th scope="col" class="right">
              {words.kept}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.callId} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ row }: { readonly row: ListedResult }): JSX.Element {
  const now = useWorkspace().now.value;
  const { callId, tool, server, discoveryId, at } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/results/${encodeURIComponent(callId)}`)}>
          <Foreign text={tool} />
        </a>
      </th>
      <td data-label={words.server}>
        <Foreign text={server} />
      </td>
      <td data-label={words.call}>
        <span class="code">
          <CallLink id={callId} />
        </span>
      </td>
      <td data-label={words.discovery}>
        <Foreign text={discoveryId ?? common.none} />
      </td>
      <td class="right" data-label={words.kept}>
        <Time at={at} now={now} />
      </td>
    </tr>
  );
}

const columns: readonly Column<ListedResult>[] = [
  { name: "callId", cell: ({ callId }) => callId },
  { name: "tenant", cell: ({ tenant }) => tenant },
  { name: "subject", cell: ({ subject }) => subject },
  { name: "server", cell: ({ server }) => server },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "contract", cell: ({ contract }) => contract },
  { name: "at", cell: ({ at }) => new Date(at).toISOString() },
  { name: "digest", cell: ({ digest }) => digest },
  { name: "discoveryId", cell: ({ discoveryId }) => discoveryId ?? null },
];
