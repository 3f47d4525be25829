import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { type DraftState, type DraftSummary, draftPage, draftStates } from "./shapes.ts";
import { StandingTag } from "./standing-tag.tsx";
import { draftWords as words } from "./words.ts";

const maxRows = 100;

/** The drafts in one state, by set and name. */
export function DraftsPage({ query }: PageProps): JSX.Element {
  const state = draftStates.find((each) => each === query.get("state")) ?? "pending";
  const cursor = query.get("cursor");
  const asked = new URLSearchParams({
    state,
    limit: String(maxRows),
    ...(cursor !== null && { cursor }),
  });
  const loader = useAnswer(`drafts?${asked.toString()}`, draftPage, {
    isAbout: (topic) => topic === "drafts",
  });
  const { value } = loader.loaded.value;
  const rows = value?.drafts ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name={`drafts-${state}`} columns={columns} rows={rows} />
      </header>
      <Choices
        label={words.state}
        current={state}
        choices={draftStates.map((each) => ({
          value: each,
          title: words.states[each],
          path: each === "pending" ? "/drafts" : `/drafts?state=${each}`,
        }))}
      />
      <Failure loader={loader} />
      {value !== undefined && <List rows={rows} state={state} />}
      <Pager path={`/drafts?state=${state}`} cursor={cursor} next={value?.next} />
      <SameInTerminal line={`npx toolcourt drafts list --state ${state}`} />
    </>
  );
}

interface ListProps {
  readonly rows: readonly DraftSummary[];
  readonly state: DraftState;
}

function List({ rows, state }: ListProps): JSX.Element {
  if (rows.length === 0) {
    return state === "pending" ? (
      <Empty sentence={words.empty} command={words.emptyCommand} />
    ) : (
      <Empty sentence={words.emptyState(words.states[state])} />
    );
  }
  return (
    <div class="card requests">
      <table class="list" aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.changedAt}</th>
            <th scope="col">{words.decided}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.set}/${row.name}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: DraftSummary }): JSX.Element {
  const now = useWorkspace().now.value;
  const { set, name, standing, changedAt, decision } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(pathOfDraft(row))}>
          <Foreign text={`${set}/${name}`} />
        </a>
      </th>
      <td data-label={words.state}>
        <StandingTag standing={standing} />
      </td>
      <td data-label={words.changedAt}>
        <Time at={changedAt} now={now} />
      </td>
      <td data-label={words.decided}>
        {decision === undefined ? "–" : <Foreign text={decision.by} />}
      </td>
    </tr>
  );
}

/** Returns the path of a draft's page. */
function pathOfDraft({ set, name }: DraftSummary): string {
  return `/drafts/${encodeURIComponent(set)}/${encodeURIComponent(name)}`;
}

const columns: readonly Column<DraftSummary>[] = [
  { name: "set", cell: ({ set }) => set },
  { name: "name", cell: ({ name }) => name },
  { name: "state", cell: ({ state }) => state },
  { name: "standing", cell: ({ standing }) => standing },
  { name: "digest", cell: ({ digest }) => digest },
  { name: "changedAt", cell: ({ changedAt }) => new Date(changedAt).toISOString() },
  { name: "decidedBy", cell: ({ decision }) => decision?.by ?? null },
];
