import type { JSX } from "preact";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import type { Column } from "../../ui/csv.ts";
import type { Filter } from "../../ui/filter-form.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { words as common } from "../../words.ts";
import type { PageProps } from "../section.ts";
import { type ListedResult, resultsPage } from "./shapes.ts";
import { resultWords as words } from "./words.ts";

const filters: readonly Filter[] = [
  { key: "tool", label: words.tool },
  { key: "discovery", label: words.discovery },
  { key: "before", label: words.before, example: words.beforeExample },
];

/** Kept results, the newest first. */
export function ResultsPage({ query }: PageProps): JSX.Element {
  return (
    <ListPage
      name="results"
      words={words}
      query={query}
      filters={filters}
      read={resultsPage}
      columns={columns}
      heads={[words.tool, words.server, words.call, words.discovery, words.kept]}
      line={lineOf}
      empty={emptyOf}
    />
  );
}

function emptyOf(isFiltered: boolean): JSX.Element {
  if (isFiltered) return <Empty sentence={words.emptyFiltered} />;
  return <Empty sentence={words.empty} hint={words.emptyHint} command={words.emptyCommand} />;
}

function lineOf(row: ListedResult, now: number): JSX.Element {
  const { callId, tool, server, discoveryId, at } = row;
  return (
    <tr key={callId}>
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
