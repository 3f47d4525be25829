import { useSignal } from "@preact/signals";
import type { JSX, TargetedSubmitEvent } from "preact";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import { Command } from "../../ui/command.tsx";
import { DownloadState } from "../../ui/download-state.tsx";
import { FactList, FactRow } from "../../ui/fact-list.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { type Json, partsOf } from "../../ui/json.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useDownload } from "../../ui/use-download.ts";
import { useWorkspace } from "../../workspace.ts";
import { type AuditRow, auditRow } from "./shapes.ts";
import { auditWords as words } from "./words.ts";

/** One row by its number. */
export function RowView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const wanted = query.get("row") ?? "";
  return (
    <>
      <Choose wanted={wanted} />
      <Chosen wanted={wanted} />
    </>
  );
}

function isRow(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

function Choose({ wanted }: { readonly wanted: string }): JSX.Element {
  const { router } = useWorkspace();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const row = new FormData(event.currentTarget).get("row");
    if (typeof row === "string") router.go(`/audit?row=${encodeURIComponent(row.trim())}`);
  };
  return (
    <form class="filters" key={wanted} onSubmit={submit}>
      <label>
        <span>{words.rowNumber}</span>
        <input name="row" inputMode="numeric" autoComplete="off" required defaultValue={wanted} />
      </label>
      <button>{words.rowShow}</button>
      <span class="muted">{words.rowHint}</span>
    </form>
  );
}

function Chosen({ wanted }: { readonly wanted: string }): JSX.Element {
  if (wanted === "") return <Empty sentence={words.rowEmpty} />;
  if (!isRow(wanted)) return <p class="note">{words.rowInvalid}</p>;
  return <Row key={wanted} wanted={wanted} />;
}

/** Each look is recorded, so it is not asked for again by itself. */
function Row({ wanted }: { readonly wanted: string }): JSX.Element {
  const loader = useAnswer(`audit/rows/${wanted}`, auditRow, { isOnce: true });
  const { value } = loader.loaded.value;
  return (
    <>
      <Failure loader={loader} />
      {value !== undefined && <Shown row={value} />}
    </>
  );
}

function Shown({ row }: { readonly row: AuditRow }): JSX.Element {
  return (
    <>
      <Facts row={row} />
      <nav class="pages" aria-label={words.row}>
        {row.row > 1 && <a href={href(`/audit?row=${row.row - 1}`)}>{words.before}</a>}
        <a href={href(`/audit?row=${row.row + 1}`)}>{words.after}</a>
      </nav>
      <Fields body={row.body} />
      <section class="card">
        <h2>{words.exact}</h2>
        <p class="muted">{words.exactHint}</p>
        <pre tabIndex={0} class="wrap" aria-label={words.exact}>
          <Foreign text={row.text} />
        </pre>
      </section>
      <Proof row={row.row} />
    </>
  );
}

function memberOf(body: Json, name: string): Json | undefined {
  return partsOf(body).find(([key]) => key === name)?.[1];
}

function Facts({ row: { row, hash, body } }: { readonly row: AuditRow }): JSX.Element {
  const now = useWorkspace().now.value;
  const [kind, at, callId] = ["kind", "at", "callId"].map((name) => memberOf(body, name));
  return (
    <FactList>
      <FactRow name={words.rowFact}>{row}</FactRow>
      {typeof kind === "string" && (
        <FactRow name={words.kind}>
          <Foreign text={kind} />
        </FactRow>
      )}
      {typeof at === "number" && (
        <FactRow name={words.time}>
          <Time at={at} now={now} />
        </FactRow>
      )}
      {typeof callId === "string" && (
        <FactRow name={words.call} isCode>
          <CallLink id={callId} />
        </FactRow>
      )}
      <FactRow name={words.hash} isCode>
        <Foreign text={hash} />
      </FactRow>
    </FactList>
  );
}

function Fields({ body }: { readonly body: Json }): JSX.Element {
  const opened = useSignal<ReadonlySet<string>>(new Set());
  return (
    <section class="card">
      <h2>{words.fields}</h2>
      <JsonTree
        value={body}
        at=""
        changed={[]}
        opened={opened.value}
        onOpen={(pointer) => (opened.value = new Set([...opened.value, pointer]))}
      />
    </section>
  );
}

function Proof({ row }: { readonly row: number }): JSX.Element {
  const download = useDownload();
  const save = (): void =>
    download.start({
      path: `audit/rows/${row}/proof`,
      name: `row-${row}.tlog-proof`,
      type: "text/plain",
    });
  return (
    <section class="card verification">
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={download.state.value.kind === "running"}
          onClick={save}
        >
          <Icon name="download" />
          {words.proof}
        </button>
      </div>
      <DownloadState download={download} />
      <p class="muted">{words.proofHint}</p>
      <Command line={words.keyCommand} />
      <Command line={words.proofCommand(row)} />
    </section>
  );
}
