import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import type { Column } from "../../ui/csv.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure, Problem } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import { closedCalls, type UnfinishedCall, unfinishedPage } from "./shapes.ts";
import { auditWords as words } from "./words.ts";

/** Calls without an end. A person finds out what they did, and closes them. */
export function UnfinishedView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const cursor = query.get("cursor");
  const asked = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const loader = useAnswer(`audit/unfinished${asked}`, unfinishedPage, { isOnce: true });
  const { value } = loader.loaded.value;
  const rows = value?.calls ?? [];
  return (
    <>
      <div class="card-head">
        <p class="muted">{words.unfinishedHint}</p>
        <Export name="unfinished-calls" columns={columns} rows={rows} />
      </div>
      <Failure loader={loader} />
      {value !== undefined && <Calls rows={rows} onClosed={loader.reload} />}
      <Pager path="/audit?view=unfinished" cursor={cursor} next={value?.next} />
    </>
  );
}

interface CallsProps {
  readonly rows: readonly UnfinishedCall[];
  readonly onClosed: () => void;
}

function Calls({ rows, onClosed }: CallsProps): JSX.Element {
  const { api, may } = useWorkspace();
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useSignal<UnfinishedCall | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const close = async ({ row }: UnfinishedCall): Promise<void> => {
    failure.value = undefined;
    try {
      await api.post("audit/unfinished/close", { rows: [row] }, { read: closedCalls });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
    }
    onClosed();
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  const { value } = asked;
  return (
    <section class="stack">
      <h2 ref={heading} tabIndex={-1}>
        {words.calls}
      </h2>
      {failure.value !== undefined && <Problem failure={failure.value} />}
      {rows.length > 0 && !may("audit:close") && (
        <p class="note">
          <Icon name="lock" />
          {words.closeLacks}
        </p>
      )}
      {rows.length === 0 ? (
        <Empty sentence={words.noneUnfinished} />
      ) : (
        <Table rows={rows} onClose={(call) => (asked.value = call)} />
      )}
      {value !== undefined && (
        <Confirm
          title={words.closeTitle}
          sentence={<Foreign text={words.closeText(value.tool)} />}
          action={words.closeNow}
          onConfirm={() => void close(value)}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </section>
  );
}

interface TableProps {
  readonly rows: readonly UnfinishedCall[];
  readonly onClose: (call: UnfinishedCall) => void;
}

function Table({ rows, onClose }: TableProps): JSX.Element {
  return (
    <div class="card requests unfinished">
      <table class="list" aria-label={words.calls}>
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.caller}</th>
            <th scope="col">{words.begun}</th>
            <th scope="col">{words.call}</th>
            <th scope="col">{words.state}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((call) => (
            <Line key={call.row} call={call} onClose={onClose} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly call: UnfinishedCall;
  readonly onClose: (call: UnfinishedCall) => void;
}

function Line({ call, onClose }: LineProps): JSX.Element {
  const { may, now } = useWorkspace();
  const { tool, principal, at, callId, row, mayStillRun } = call;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/audit?row=${row}`)}>
          <Foreign text={tool} />
        </a>
      </th>
      <td data-label={words.caller}>
        <Foreign text={principal} />
      </td>
      <td data-label={words.begun}>
        <Time at={at} now={now.value} />
      </td>
      <td data-label={words.call}>
        <span class="code">
          <CallLink id={callId} />
        </span>
      </td>
      <td data-label={words.state}>
        <span class={mayStillRun ? "tag" : "tag tag-warn"}>
          <Icon name={mayStillRun ? "clock" : "warn"} />
          {mayStillRun ? words.mayRun : words.lost}
        </span>{" "}
        {!mayStillRun && may("audit:close") && (
          <button type="button" class="danger" onClick={() => onClose(call)}>
            {words.close}
          </button>
        )}
      </td>
    </tr>
  );
}

const columns: readonly Column<UnfinishedCall>[] = [
  { name: "row", cell: ({ row }) => row },
  { name: "callId", cell: ({ callId }) => callId },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "principal", cell: ({ principal }) => principal },
  { name: "begun", cell: ({ at }) => new Date(at).toISOString() },
  { name: "mayStillRun", cell: ({ mayStillRun }) => String(mayStillRun) },
];
