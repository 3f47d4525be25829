import { useSignal } from "@preact/signals";
import { Component, type HTMLAttributes, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { LiveRow } from "../../live/calls.ts";
import { href } from "../../router.ts";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Empty } from "../../ui/problem.tsx";
import { clockText } from "../../ui/time.tsx";
import { words } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";

/** Calls as they end. */
export function LiveCallsCard({ onlyRefused }: { readonly onlyRefused: boolean }): JSX.Element {
  const { calls, may } = useWorkspace();
  const pause = usePause();
  const rows = onlyRefused ? calls.rows.value.filter(isShownRefused) : calls.rows.value;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{words.calls.title}</h2>
        <Filter onlyRefused={onlyRefused} />
        <PauseButton pause={pause} />
        <Export name="live-calls" columns={columns} rows={rows} />
      </header>
      {!may("calls:read") && <p class="note">{words.calls.off}</p>}
      {may("calls:read") && rows.length === 0 && (
        <Empty sentence={onlyRefused ? words.calls.emptyRefused : words.calls.empty} />
      )}
      {rows.length > 0 && <Rows rows={rows} pause={pause} />}
    </section>
  );
}

interface Pause {
  readonly isPaused: boolean;
  readonly toggle: () => void;
  readonly handlers: Pick<
    HTMLAttributes<HTMLDivElement>,
    "onPointerEnter" | "onPointerLeave" | "onFocusIn" | "onFocusOut"
  >;
}

/** Pauses by the button, while a pointer is over the list, and while it has the focus. */
function usePause(): Pause {
  const { calls } = useWorkspace();
  const isChosen = useSignal(false);
  const isOver = useSignal(false);
  const isFocused = useSignal(false);
  const isPaused = isChosen.value || isOver.value || isFocused.value;
  useEffect(() => {
    calls.pause(isPaused);
    return () => calls.pause(false);
  }, [calls, isPaused]);
  return {
    isPaused,
    toggle: () => (isChosen.value = !isChosen.value),
    handlers: {
      onPointerEnter: () => (isOver.value = true),
      onPointerLeave: () => (isOver.value = false),
      onFocusIn: () => (isFocused.value = true),
      onFocusOut: () => (isFocused.value = false),
    },
  };
}

function PauseButton({ pause }: { readonly pause: Pause }): JSX.Element {
  const { held } = useWorkspace().calls;
  const { isPaused, toggle } = pause;
  return (
    <>
      <button type="button" class="quiet" title={words.calls.hint} onClick={toggle}>
        <Icon name={isPaused ? "play" : "pause"} />
        {isPaused ? words.calls.resume : words.calls.pause}
      </button>
      {isPaused && <span class="muted">{words.calls.paused(held.value)}</span>}
    </>
  );
}

function Filter({ onlyRefused }: { readonly onlyRefused: boolean }): JSX.Element {
  return (
    <nav class="choices" aria-label={words.calls.filter}>
      <a href={href("/")} aria-current={onlyRefused ? undefined : "true"}>
        {words.calls.all}
      </a>
      <a href={href("/?only=refused")} aria-current={onlyRefused ? "true" : undefined}>
        {words.calls.refusedOnly}
      </a>
    </nav>
  );
}

interface RowsProps {
  readonly rows: readonly LiveRow[];
  readonly pause: Pause;
}

function Rows({ rows, pause }: RowsProps): JSX.Element {
  return (
    <div
      class="scroll live-rows"
      tabIndex={0}
      role="region"
      aria-label={words.calls.title}
      {...pause.handlers}
    >
      <table class="list">
        <thead>
          <tr>
            <th scope="col" class="col-time">
              {words.calls.time}
            </th>
            <th scope="col">{words.calls.tool}</th>
            <th scope="col" class="col-result">
              {words.calls.result}
            </th>
            <th scope="col" class="right col-took">
              {words.calls.took}
            </th>
            <th scope="col" class="cell-id">
              {words.calls.id}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.key} ${row.serial}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A row never changes: of 200 rows only the new ones are drawn. */
class Row extends Component<{ readonly row: LiveRow }> {
  override shouldComponentUpdate(): boolean {
    return false;
  }

  override render({ row }: { readonly row: LiveRow }): JSX.Element {
    return row.topic === "gap" ? <GapRow row={row} /> : <CallRow row={row} />;
  }
}

function GapRow({ row: { seenAt } }: { readonly row: LiveRow }): JSX.Element {
  return (
    <tr class="gap" data-row tabIndex={-1}>
      <td>{clockText(seenAt)}</td>
      <td colSpan={3}>
        <Icon name="warn" /> {words.calls.gap}
      </td>
      <td class="cell-id" />
    </tr>
  );
}

function CallRow({ row }: { readonly row: LiveRow }): JSX.Element {
  const { seenAt, at, status, stage, code, ms, id } = row;
  const [icon, tone] = toneOf(row);
  return (
    <tr>
      <td>{clockText(at ?? seenAt)}</td>
      <th scope="row">
        <Tool row={row} />
      </th>
      <td>
        <span class={`tag tag-${tone}`}>
          <Icon name={icon} />
          <Foreign text={status ?? stage ?? words.none} />
        </span>{" "}
        {code !== undefined && (
          <code>
            <Foreign text={code} />
          </code>
        )}
      </td>
      <td class="right">{ms === undefined ? "" : words.overview.ms(ms)}</td>
      <td class="code cell-id">
        <Foreign text={(id ?? "").slice(0, 12)} />
      </td>
    </tr>
  );
}

/** Reached by `j` and `k`: 200 links would be in the way of the Tab key. */
function Tool({ row: { id, tool } }: { readonly row: LiveRow }): JSX.Element {
  const name = <Foreign text={tool ?? words.none} />;
  if (id === undefined) {
    return (
      <span data-row tabIndex={-1}>
        {name}
      </span>
    );
  }
  return (
    <a data-row tabIndex={-1} href={href(`/calls/${encodeURIComponent(id)}`)}>
      {name}
    </a>
  );
}

function toneOf(row: LiveRow): readonly [IconName, "plain" | "good" | "warn" | "bad"] {
  if (isRefused(row)) return ["cross", "warn"];
  if (row.status === "failed" || row.code !== undefined) return ["warn", "bad"];
  return row.status === undefined ? ["dot", "plain"] : ["check", "good"];
}

function isRefused({ status }: LiveRow): boolean {
  return status === "refused";
}

/** A gap stays in view: refused calls may be among what was missed. */
function isShownRefused(row: LiveRow): boolean {
  return row.topic === "gap" || isRefused(row);
}

const columns: readonly Column<LiveRow>[] = [
  { name: "time", cell: ({ at, seenAt }) => new Date(at ?? seenAt).toISOString() },
  { name: "id", cell: ({ id }) => id ?? null },
  { name: "tool", cell: ({ tool }) => tool ?? null },
  { name: "stage", cell: ({ stage }) => stage ?? null },
  { name: "status", cell: ({ status, topic }) => (topic === "gap" ? "gap" : (status ?? null)) },
  { name: "code", cell: ({ code }) => code ?? null },
  { name: "ms", cell: ({ ms }) => ms ?? null },
];
