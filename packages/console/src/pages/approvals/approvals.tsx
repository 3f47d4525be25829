import type { JSX } from "preact";
import type { Loader } from "../../api/loaded.ts";
import {
  type ApprovalPage,
  type ApprovalState,
  type ApprovalSummary,
  approvalPage,
  approvalStates,
} from "../../api/shapes.ts";
import { href } from "../../router.ts";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { EffectTag, StateTag } from "../../ui/tags.tsx";
import { Countdown, Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { words } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";

export interface ListedQuery {
  readonly state: ApprovalState;
  readonly cursor: string | null;
}

/** The inbox: requests in one state, the newest first. */
export function ApprovalsPage({ query }: PageProps): JSX.Element {
  const wanted = query.get("state");
  const state = approvalStates.find((each) => each === wanted) ?? "pending";
  const cursor = query.get("cursor");
  const loader = useApprovals({ state, cursor });
  const { value } = loader.loaded.value;
  const rows = value?.approvals ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.approvals.title}</h1>
        <Export name={`approvals-${state}`} columns={columns} rows={rows} />
      </header>
      <States current={state} />
      <Failure loader={loader} />
      {value !== undefined && <Requests rows={rows} state={state} />}
      <Pager path={`/approvals?state=${state}`} cursor={cursor} next={value?.next} />
      <SameInTerminal line={`npx toolcourt approvals list --state ${state}`} />
    </>
  );
}

/** Loads a page of the list, and again when a request changed. */
function useApprovals({ state, cursor }: ListedQuery): Loader<ApprovalPage> {
  const asked = new URLSearchParams({ state, ...(cursor === null ? {} : { cursor }) });
  return useAnswer(`approvals?${asked.toString()}`, approvalPage, {
    isAbout: (topic) => topic === "approvals",
  });
}

/** Whether requests in this state still have time left. */
function isOpen(state: ApprovalState): boolean {
  return state === "pending" || state === "approved";
}

function States({ current }: { readonly current: ApprovalState }): JSX.Element {
  return (
    <Choices
      label={words.approvals.state}
      current={current}
      choices={approvalStates.map((state) => ({
        value: state,
        title: words.states[state],
        path: state === "pending" ? "/approvals" : `/approvals?state=${state}`,
      }))}
    />
  );
}

function NoRequest({ state }: { readonly state: ApprovalState }): JSX.Element {
  if (state !== "pending") {
    return <Empty sentence={words.approvals.emptyState(words.states[state])} />;
  }
  return (
    <Empty
      sentence={words.approvals.empty}
      hint={words.approvals.rule}
      command={words.approvals.ruleCommand}
    />
  );
}

interface RequestsProps {
  readonly rows: readonly ApprovalSummary[];
  readonly state: ApprovalState;
}

function Requests({ rows, state }: RequestsProps): JSX.Element {
  if (rows.length === 0) return <NoRequest state={state} />;
  const hasTime = isOpen(state);
  return (
    <div class="card requests">
      <table class="list" aria-label={words.approvals.list}>
        <thead>
          <tr>
            <th scope="col">{words.approvals.tool}</th>
            <th scope="col">{words.approvals.effect}</th>
            <th scope="col">{words.approvals.server}</th>
            <th scope="col">{words.approvals.requester}</th>
            <th scope="col" class="right">
              {hasTime ? words.approvals.left : words.approvals.requested}
            </th>
            <th scope="col">{hasTime ? words.approvals.approvers : words.approvals.decided}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Request key={row.id} row={row} hasTime={hasTime} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RequestProps {
  readonly row: ApprovalSummary;
  readonly hasTime: boolean;
}

function Request({ row, hasTime }: RequestProps): JSX.Element {
  const now = useWorkspace().now.value;
  const { id, tool, effect, server, requester, expiresAt, requestedAt, state } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/approvals/${id}`)}>
          <Foreign text={tool} />
        </a>
      </th>
      <td data-label={words.approvals.effect}>
        {effect === undefined ? <StateTag state={state} /> : <EffectTag effect={effect} />}
      </td>
      <td data-label={words.approvals.server}>
        <Foreign text={server ?? words.none} />
      </td>
      <td data-label={words.approvals.requester}>
        <Foreign text={requester} />
      </td>
      <td class="right" data-label={hasTime ? words.approvals.left : words.approvals.requested}>
        {hasTime ? <Countdown to={expiresAt} now={now} /> : <Time at={requestedAt} now={now} />}
      </td>
      <Deciders row={row} hasTime={hasTime} />
    </tr>
  );
}

function Deciders({ row, hasTime }: RequestProps): JSX.Element {
  const { approvedBy, approvers, decidedBy } = row;
  return (
    <td data-label={hasTime ? words.approvals.approvers : words.approvals.decided}>
      {hasTime ? (
        words.approvals.given(approvedBy.length, approvers)
      ) : (
        <Foreign text={decidedBy ?? words.none} />
      )}
    </td>
  );
}

const columns: readonly Column<ApprovalSummary>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "state", cell: ({ state }) => state },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "server", cell: ({ server }) => server ?? null },
  { name: "effect", cell: ({ effect }) => effect ?? null },
  { name: "requester", cell: ({ requester }) => requester },
  { name: "requestedAt", cell: ({ requestedAt }) => new Date(requestedAt).toISOString() },
  { name: "expiresAt", cell: ({ expiresAt }) => new Date(expiresAt).toISOString() },
  { name: "approvers", cell: ({ approvers }) => approvers },
  { name: "approvedBy", cell: ({ approvedBy }) => approvedBy.join(" ") },
  { name: "decidedBy", cell: ({ decidedBy }) => decidedBy ?? null },
];
