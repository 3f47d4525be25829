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
import "./connections.css";
import { ConnectionTag } from "./connection-tag.tsx";
import {
  type Connection,
  type ConnectionState,
  connectionPage,
  connectionStates,
} from "./shapes.ts";
import { connectionWords as words } from "./words.ts";

/** The connections in one state, the newest first. */
export function ConnectionsPage({ query }: PageProps): JSX.Element {
  const state = connectionStates.find((each) => each === query.get("state"));
  const cursor = query.get("cursor");
  const loader = useAnswer(askedFor(state, cursor), connectionPage);
  const { value } = loader.loaded.value;
  const rows = value?.connections ?? [];
  const path = pathOf(state);
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name={`connections-${state ?? "all"}`} columns={columns} rows={rows} />
      </header>
      <Choices
        label={words.state}
        current={state ?? ""}
        choices={[undefined, ...connectionStates].map((each) => ({
          value: each ?? "",
          title: each === undefined ? words.all : words.states[each],
          path: pathOf(each),
        }))}
      />
      <Failure loader={loader} />
      {value !== undefined && <List rows={rows} state={state} />}
      <Pager path={path} cursor={cursor} next={value?.next} />
      <SameInTerminal line="npx toolcourt connections list" />
    </>
  );
}

function askedFor(state: ConnectionState | undefined, cursor: string | null): string {
  const asked = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(cursor !== null && { cursor }),
  }).toString();
  return asked === "" ? "connections" : `connections?${asked}`;
}

function pathOf(state: ConnectionState | undefined): string {
  return state === undefined ? "/connections" : `/connections?state=${state}`;
}

interface ListProps {
  readonly rows: readonly Connection[];
  readonly state: ConnectionState | undefined;
}

function List({ rows, state }: ListProps): JSX.Element {
  if (rows.length === 0) {
    return state === undefined ? (
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
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.owner}</th>
            <th scope="col">{words.expires}</th>
            <th scope="col">{words.error}</th>
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

function Row({ row }: { readonly row: Connection }): JSX.Element {
  const now = useWorkspace().now.value;
  const { id, name, kind, owner, expires, lastError } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/connections/${encodeURIComponent(id)}`)}>
          <Foreign text={name} />
        </a>
      </th>
      <td data-label={words.state}>
        <ConnectionTag connection={row} />
      </td>
      <td data-label={words.kind}>
        <Foreign text={kind} />
      </td>
      <td data-label={words.owner}>
        <Foreign text={owner} />
      </td>
      <td data-label={words.expires}>
        {expires === undefined ? words.never : <Time at={expires} now={now} />}
      </td>
      <td data-label={words.error}>
        {lastError === null ? "–" : <Foreign text={lastError.message} />}
      </td>
    </tr>
  );
}

const columns: readonly Column<Connection>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "name", cell: ({ name }) => name },
  { name: "kind", cell: ({ kind }) => kind },
  { name: "status", cell: ({ status }) => status },
  { name: "owner", cell: ({ owner }) => owner },
  { name: "tenant", cell: ({ tenant }) => tenant ?? null },
  { name: "expires", cell: ({ expires }) => isoOf(expires) },
  { name: "tokenEnds", cell: ({ tokenEnds }) => isoOf(tokenEnds) },
  { name: "scope", cell: ({ scope }) => scope ?? null },
  { name: "origins", cell: ({ origins }) => origins.join(" ") },
  { name: "lastError", cell: ({ lastError }) => lastError?.code ?? null },
];

function isoOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
