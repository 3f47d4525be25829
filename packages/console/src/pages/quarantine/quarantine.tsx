import type { JSX } from "preact";
import { href } from "../../router.ts";
import type { Column } from "../../ui/csv.ts";
import type { Filter } from "../../ui/filter-form.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import type { PageProps } from "../section.ts";
import { type ListedQuarantined, quarantinePage } from "./shapes.ts";
import { quarantineWords as words } from "./words.ts";

const filters: readonly Filter[] = [
  { key: "tool", label: words.tool },
  { key: "server", label: words.server },
  { key: "clause", label: words.clause },
  { key: "since", label: words.since, example: words.sinceExample },
];

/** Answers that broke their contracts, the newest first. */
export function QuarantinePage({ query }: PageProps): JSX.Element {
  return (
    <ListPage
      name="quarantine"
      words={words}
      query={query}
      filters={filters}
      read={quarantinePage}
      columns={columns}
      heads={[words.tool, words.server, words.clause, words.issues, words.kept]}
      line={lineOf}
      empty={(isFiltered) => <Empty sentence={isFiltered ? words.emptyFiltered : words.empty} />}
    />
  );
}

function lineOf(row: ListedQuarantined, now: number): JSX.Element {
  const { id, tool, server, clause, issues, at } = row;
  return (
    <tr key={id}>
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
