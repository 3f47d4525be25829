import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import { save } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import type { Running } from "./asking.ts";
import { valueIn } from "./exact-edit.ts";
import { type Exact, printExact } from "./exact-json.ts";
import { Refusal } from "./refusal.tsx";
import type { Ending } from "./shapes.ts";
import { words } from "./words.ts";

const looks: Record<Ending["outcome"], readonly [icon: IconName, tone: string]> = {
  answered: ["check", "good"],
  failed: ["warn", "bad"],
  refused: ["cross", "bad"],
  waits: ["clock", "warn"],
};

/** What has become of the call. */
export function OutcomeCard({ running }: { readonly running: Running }): JSX.Element | null {
  if (running.kind === "failed") return <Problem failure={running.failure} />;
  if (running.kind !== "ended") return null;
  const { ending, result } = running;
  const { outcome, callId, ms, refusal, request } = ending;
  const [icon, tone] = looks[outcome];
  return (
    <section class="card outcome">
      <header class="card-head">
        <h2 id="outcome" tabIndex={-1}>
          {words.outcome.title}
        </h2>
        <span class={`tag tag-${tone}`} role="status">
          <Icon name={icon} />
          {words.outcome[outcome]}
        </span>
        <span class="muted">{words.outcome.took(ms)}</span>
        <span class="muted">
          {words.outcome.call}{" "}
          <code>
            <CallLink id={callId} />
          </code>
        </span>
      </header>
      {request === null ? null : <Waiting key={request.id} id={request.id} />}
      {refusal !== null && request === null && <Refusal refusal={refusal} />}
      {result !== undefined && <Result result={result} callId={callId} />}
    </section>
  );
}

/** A call that waits. Another person decides on its request, perhaps while this page is open. */
function Waiting({ id }: { readonly id: string }): JSX.Element {
  const { stream } = useWorkspace();
  const state = useSignal<string | undefined>(undefined);
  useEffect(
    () =>
      stream.subscribe((event) => {
        if (event.topic === "approvals" && event.id === id) state.value = event.status;
      }),
    [stream, id],
  );
  return (
    <div class="note">
      <Icon name="approvals" />
      <p role="status">
        <Foreign text={waitingWords(state.value)} />
      </p>
      <a class="button" href={href(`/approvals/${encodeURIComponent(id)}`)}>
        {words.outcome.request}
      </a>
    </div>
  );
}

function waitingWords(state: string | undefined): string {
  const { waiting, later, approved, settled } = words.outcome;
  if (state === "approved") return approved;
  return state === undefined || state === "created" ? `${waiting} ${later}` : settled(state);
}

/** More of it would hold up the browser. */
const shownLength = 256 * 1_024;

interface ResultProps {
  readonly result: Exact;
  readonly callId: string;
}

function Result({ result, callId }: ResultProps): JSX.Element {
  const text = printExact(result, "lines");
  const structured = valueIn(result, ["structuredContent"]);
  const content = valueIn(result, ["content"]);
  const items = content?.kind === "list" ? content.items : [];
  const isEmpty = structured === undefined && items.length === 0;
  return (
    <>
      {isEmpty && <p class="muted">{words.outcome.nothing}</p>}
      {structured === undefined
        ? items.map((item, index) => <Item key={index} item={item} />)
        : [
            <h3 key="title">{words.outcome.structured}</h3>,
            <Shown key="text" text={printExact(structured, "lines")} isCode />,
          ]}
      <p class="outcome-foot">
        <span class="muted">{words.outcome.redacted}</span>
        <button
          type="button"
          class="quiet"
          onClick={() => save(`result-${callId}.json`, "application/json", `${text}\n`)}
        >
          <Icon name="download" />
          {words.outcome.download}
        </button>
      </p>
    </>
  );
}

/** Text is shown. Anything else has only its kind and its length: nothing of it is fetched. */
function Item({ item }: { readonly item: Exact }): JSX.Element {
  const [type, text, data] = ["type", "text", "data"].map((name) => valueIn(item, [name]));
  if (text?.kind === "text") return <Shown text={text.value} />;
  if (data?.kind === "text") {
    const kind = type?.kind === "text" ? type.value : "";
    return (
      <p class="muted">
        <Foreign text={words.outcome.other(kind, data.value.length)} />
      </p>
    );
  }
  return <Shown text={printExact(item, "lines")} isCode />;
}

interface ShownProps {
  readonly text: string;
  /** Default: text in lines. */
  readonly isCode?: boolean;
}

function Shown({ text, isCode = false }: ShownProps): JSX.Element {
  const isCut = text.length > shownLength;
  const shown = isCut ? text.slice(0, shownLength).toWellFormed() : text;
  return (
    <>
      <pre class={isCode ? "result" : "result wrap"} tabIndex={0} aria-label={words.outcome.title}>
        <Foreign text={shown} lines />
      </pre>
      {isCut && <p class="muted">{words.outcome.cut(shownLength, text.length)}</p>}
    </>
  );
}
