import type { JSX } from "preact";
import type { Loader } from "../../api/loaded.ts";
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
import { words as common } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { type Run, type RunState, type RunsPageShape, runStates, runsPage } from "./shapes.ts";
import { RunTag } from "./tags.tsx";
import { runsWords as words } from "./words.ts";
import "./runs.css";

/** The runs of all workflows, the newest first. */
export function RunsPage({ query }: PageProps): JSX.Element {
  const wanted = query.get("state");
  const state = runStates.find((each) => each === wanted);
  const cursor = query.get("cursor");
  const loader = useRuns(state, cursor);
  const { value } = loader.loaded.value;
  const rows = value?.runs ?? [];
  const flag = state === undefined ? "" : ` --state ${state}`;
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name="runs" columns={columns} rows={rows} />
      </header>
      <p>{words.explained}</p>
      <States current={state} />
      <Failure loader={loader} />
      {value !== undefined && <Found rows={rows} state={state} tools={value.tools} />}
      <Pager path={pathOf(state)} cursor={cursor} next={value?.next} />
      <SameInTerminal line={`npx toolcourt runs list${flag}`} />
    </>
  );
}

/** Loads a page of the list, and again when a call ended: a step ends with its call. */
function useRuns(state: RunState | undefined, cursor: string | null): Loader<RunsPageShape> {
  const asked = new URLSearchParams({
    ...(state === undefined ? {} : { state }),
    ...(cursor === null ? {} : { cursor }),
  }).toString();
  return useAnswer(`runs${asked === "" ? "" : `?${asked}`}`, runsPage, {
    isAbout: (topic) => topic === "calls" || topic === "approvals",
  });
}

function pathOf(state: RunState | undefined): string {
  return state === undefined ? "/runs" : `/runs?state=${state}`;
}

function States({ current }: { readonly current: RunState | undefined }): JSX.Element {
  return (
    <Choices
      label={words.states}
      current={current ?? "all"}
      choices={[undefined, ...runStates].map((state) => ({
        value: state ?? "all",
        title: state === undefined ? words.all : words.kinds[state],
        path: pathOf(state),
      }))}
    />
  );
}

interface FoundProps {
  readonly rows: readonly Run[];
  readonly state: RunState | undefined;
  readonly tools: readonly string[];
}

function Found({ rows, state, tools }: FoundProps): JSX.Element {
  if (tools.length === 0) {
    return <Empty sentence={words.none} hint={words.noneHint} command={words.noneCommand} />;
  }
  if (rows.length === 0) {
    return (
      <Empty sentence={state === undefined ? words.empty : words.emptyState(words.kinds[state])} />
    );
  }
  return (
    <div class="card requests">
      <table class="list runs" aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.user}</th>
            <th scope="col">{words.state}</th>
            <th scope="col" class="right">
              {words.changed}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: Run }): JSX.Element {
  const now = useWorkspace().now.value;
  const { id, name, tool, userId, changedAt } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/runs/${id}`)}>
          <Foreign text={name} />
        </a>
      </th>
      <td data-label={words.tool}>
        <Foreign text={tool} />
      </td>
      <td data-label={words.user}>
        <Foreign text={userId ?? common.none} />
      </td>
      <td data-label={words.state}>
        <RunTag run={row} />
      </td>
      <td class="right" data-label={words.changed}>
        <Time at={changedAt} now={now} />
      </td>
    </tr>
  );
}

const columns: readonly Column<Run>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "name", cell: ({ name }) => name },
  { name: "userId", cell: ({ userId }) => userId },
  { name: "tenant", cell: ({ tenant }) => tenant },
  { name: "state", cell: ({ state }) => state },
  { name: "code", cell: ({ code }) => code },
  { name: "beganAt", cell: ({ beganAt }) => new Date(beganAt).toISOString() },
  { name: "changedAt", cell: ({ changedAt }) => new Date(changedAt).toISOString() },
];
