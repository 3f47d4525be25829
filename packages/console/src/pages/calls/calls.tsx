import "./calls.css";
import type { JSX } from "preact";
import type { Loader } from "../../api/loaded.ts";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { Filters, Statuses } from "./filters.tsx";
import { NewerHint } from "./newer-hint.tsx";
import { filtersIn, listPath } from "./query.ts";
import { type CallPage, type CallSummary, callPage, callStatuses } from "./shapes.ts";
import { Outcome } from "./status-tag.tsx";
import { texts } from "./words.ts";

/** Calls of the audit log, the newest first. */
export function CallsPage({ query }: PageProps): JSX.Element {
  const filters = filtersIn(query);
  const cursor = query.get("cursor");
  const loader = useCalls(filters, cursor);
  const { value } = loader.loaded.value;
  const rows = value?.calls ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{texts.title}</h1>
        <Export name="calls" columns={columns} rows={rows} />
      </header>
      <Statuses filters={filters} />
      <Filters filters={filters} />
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          <Hints loader={loader} page={value} filters={filters} isFirst={cursor === null} />
          <Calls page={value} isFiltered={filters.size > 0} />
          <Pager path={listPath(filters)} cursor={cursor} next={value.next} />
        </>
      )}
      <SameInTerminal line={commandFor(filters)} />
    </>
  );
}

function useCalls(filters: URLSearchParams, cursor: string | null): Loader<CallPage> {
  const asked = new URLSearchParams(filters);
  if (cursor !== null) asked.set("cursor", cursor);
  const text = asked.toString();
  return useAnswer(text === "" ? "calls" : `calls?${text}`, callPage);
}

/** Never with texts of the address: who wrote the link could write the command. */
function commandFor(filters: URLSearchParams): string {
  const status = callStatuses.find((each) => each === filters.get("status"));
  return `npx toolcourt calls list${status === undefined ? "" : ` --status ${status}`}`;
}

interface HintsProps {
  readonly loader: Loader<CallPage>;
  readonly page: CallPage;
  readonly filters: URLSearchParams;
  readonly isFirst: boolean;
}

function Hints({ loader, page, filters, isFirst }: HintsProps): JSX.Element {
  const { router } = useWorkspace();
  const { indexedTo, last } = page;
  const show = (): void => {
    if (isFirst) loader.reload();
    else router.go(listPath(filters));
  };
  return (
    <>
      <NewerHint page={page} filters={filters} onShow={show} />
      {indexedTo < last && (
        <p class="note" role="status">
          <Icon name="behind" />
          {texts.behind(indexedTo, last)}
          <button type="button" onClick={loader.reload}>
            {texts.again}
          </button>
        </p>
      )}
    </>
  );
}

interface CallsProps {
  readonly page: CallPage;
  readonly isFiltered: boolean;
}

function Calls({ page, isFiltered }: CallsProps): JSX.Element {
  const now = useWorkspace().now.value;
  const { calls, searchedTo } = page;
  const isCut = searchedTo !== undefined && calls.at(-1)?.at !== searchedTo;
  return (
    <>
      {calls.length > 0 && <Table calls={calls} />}
      {calls.length === 0 && !isCut && <NoCall isFiltered={isFiltered} />}
      {isCut && (
        <p class="note">
          {texts.searched} <Time at={searchedTo} now={now} />. {texts.goesOn}
        </p>
      )}
    </>
  );
}

function NoCall({ isFiltered }: Pick<CallsProps, "isFiltered">): JSX.Element {
  if (isFiltered) return <Empty sentence={texts.none} />;
  return <Empty sentence={texts.empty} hint={texts.emptyHint} command={texts.emptyCommand} />;
}

function Table({ calls }: { readonly calls: readonly CallSummary[] }): JSX.Element {
  return (
    <div class="card requests">
      <table class="list calls" aria-label={texts.list}>
        <thead>
          <tr>
            <th scope="col">{texts.tool}</th>
            <th scope="col">{texts.status}</th>
            <th scope="col" class="right">
              {texts.time}
            </th>
            <th scope="col" class="right">
              {texts.took}
            </th>
            <th scope="col">{texts.server}</th>
            <th scope="col">{texts.subject}</th>
            <th scope="col">{texts.call}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <Row key={call.id} call={call} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ call }: { readonly call: CallSummary }): JSX.Element {
  const now = useWorkspace().now.value;
  const { id, tool, server, at, ms, subject } = call;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/calls/${encodeURIComponent(id)}`)}>
          <Foreign text={tool} />
        </a>
      </th>
      <td data-label={texts.status}>
        <Outcome call={call} />
      </td>
      <td class="right" data-label={texts.time}>
        <Time at={at} now={now} />
      </td>
      <td class="right" data-label={texts.took}>
        {ms === null ? "" : texts.ms(ms)}
      </td>
      <td data-label={texts.server}>
        <Foreign text={server ?? ""} />
      </td>
      <td class="code" data-label={texts.subject} title={texts.pseudonymHint}>
        <Foreign text={isName(subject) ? subject : subject.slice(0, 12)} />
      </td>
      <td class="code" data-label={texts.call}>
        <Foreign text={id.slice(0, 8)} />
      </td>
    </tr>
  );
}

/** Operators and systems have names. Of a pseudonym the beginning is enough. */
function isName(subject: string): boolean {
  return subject.includes(":");
}

const columns: readonly Column<CallSummary>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "at", cell: ({ at }) => new Date(at).toISOString() },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "server", cell: ({ server }) => server },
  { name: "status", cell: ({ status }) => status },
  { name: "code", cell: ({ code }) => code },
  { name: "ms", cell: ({ ms }) => ms },
  { name: "subject", cell: ({ subject }) => subject },
  { name: "tenant", cell: ({ tenant }) => tenant },
  { name: "openedRow", cell: ({ rows }) => rows.opened },
  { name: "closedRow", cell: ({ rows }) => rows.closed },
];
