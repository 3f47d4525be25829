import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Command } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { words as common } from "../../words.ts";
import { ResultView, Tree } from "./result.tsx";
import type { Answer, CallMade, Claim, Rejected } from "./shapes.ts";
import { askWords as words } from "./words.ts";

/** The claim whose quote is marked strongly. Undefined for none. */
export type Marked = Signal<number | undefined>;

/** Shows an answer: what was called, the claims, and the result that they quote. */
export function AnswerShown({ answer }: { readonly answer: Answer }): JSX.Element {
  const marked: Marked = useSignal<number | undefined>(undefined);
  const { kind, call, result, summary, rejected = [], note } = answer;
  const claims = summary?.bullets ?? [];
  return (
    <div class="answer" role="region" aria-label={words.answer} aria-live="polite">
      {kind === "blocked" && <Blocked answer={answer} />}
      {kind === "needs_more_info" && <MoreInfo answer={answer} />}
      {claims.length > 0 && <Claims answer={answer} claims={claims} marked={marked} />}
      {note !== undefined && (
        <p class="note">
          <Foreign text={note} />
        </p>
      )}
      <NotShown answer={answer} />
      {result !== undefined && <ResultView result={result} claims={claims} marked={marked} />}
      {rejected.length > 0 && <RejectedClaims rejected={rejected} />}
      {call !== undefined && <Call call={call} />}
    </div>
  );
}

function Blocked({ answer }: { readonly answer: Answer }): JSX.Element {
  const { code = "", message = "", next, toolRan } = answer;
  const waits = code === "approval-required";
  return (
    <section class={waits ? "note blocked" : "problem"}>
      <p>
        <Icon name={waits ? "clock" : "warn"} />
        <strong>{waits ? words.waits : words.blocked}</strong>{" "}
        <code>
          <Foreign text={code} />
        </code>
      </p>
      <p>
        <Foreign text={message} /> {toolRan !== undefined && words.ran[toolRan]}
      </p>
      {waits && (
        <a class="button" href={href("/approvals")}>
          {words.approvals}
        </a>
      )}
      {next !== undefined && (
        <p>
          {common.next}: <Command line={next} />
        </p>
      )}
    </section>
  );
}

function MoreInfo({ answer }: { readonly answer: Answer }): JSX.Element {
  const { question = "", missing = [] } = answer;
  return (
    <section class="note blocked">
      <h2>{words.moreInfo}</h2>
      <p>
        <Foreign text={question} />
      </p>
      {missing.length > 0 && (
        <p class="muted">
          {words.missing}: <Foreign text={missing.join(", ")} />
        </p>
      )}
    </section>
  );
}

interface ClaimsProps {
  readonly answer: Answer;
  readonly claims: readonly Claim[];
  readonly marked: Marked;
}

function Claims({ answer: { mode }, claims, marked }: ClaimsProps): JSX.Element {
  return (
    <section class="card">
      <h2>{words.answer}</h2>
      <p class="muted">
        {mode === "paraphrase" ? words.paraphrase : words.verbatim} {words.hint}
      </p>
      <ul class="claims">
        {claims.map((each, index) => (
          <li key={index}>
            <ClaimButton claim={each} index={index} marked={marked} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ClaimButtonProps {
  readonly claim: Claim;
  readonly index: number;
  readonly marked: Marked;
}

/** Marks its quote while it is pointed at or has the focus. Pressed, it moves the quote into view. */
function ClaimButton({ claim: each, index, marked }: ClaimButtonProps): JSX.Element {
  const { claim, evidence, pointer, start, end } = each;
  const mark = (): void => {
    marked.value = index;
  };
  const unmark = (): void => {
    if (marked.value === index) marked.value = undefined;
  };
  const show = (): void => {
    mark();
    document.querySelector(`[data-quote~="${index}"]`)?.scrollIntoView({ block: "center" });
  };
  return (
    <button
      type="button"
      class={marked.value === index ? "claim claim-marked" : "claim"}
      data-row
      onPointerEnter={mark}
      onPointerLeave={unmark}
      onFocus={mark}
      onBlur={unmark}
      onClick={show}
    >
      <span>
        <Foreign text={claim} />
      </span>
      <q>
        <Foreign text={evidence} />
      </q>
      <small class="muted">
        <Foreign text={words.at(pointer, start, end)} />
      </small>
    </button>
  );
}

function NotShown({ answer }: { readonly answer: Answer }): JSX.Element | null {
  const { refused, quarantined } = answer;
  return (
    <>
      {refused !== undefined && (
        <p class="note">
          <Icon name="warn" />
          {refused.part === "summary" ? words.noSummary : words.noResult}:{" "}
          <Foreign text={refused.reasons.join(", ")} />
        </p>
      )}
      {quarantined !== undefined && (
        <p class="note">
          <Icon name="lock" />
          {words.quarantined}{" "}
          <a href={href(`/quarantine/${encodeURIComponent(quarantined.quarantineId)}`)}>
            {words.openQuarantined}
          </a>
        </p>
      )}
    </>
  );
}

function RejectedClaims({ rejected }: { readonly rejected: readonly Rejected[] }): JSX.Element {
  return (
    <section class="card">
      <h2>{words.rejected}</h2>
      <p class="muted">{words.rejectedHint}</p>
      <ul class="rejected">
        {rejected.map(({ at, reasons }) => (
          <li key={at}>
            {words.claim(at)}:{" "}
            {reasons.map((reason) => (
              <code key={reason} class="tag">
                <Foreign text={reason} />
              </code>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Call({
  call: { callId, tool, arguments: given },
}: {
  readonly call: CallMade;
}): JSX.Element {
  const isEmpty = typeof given === "object" && given !== null && Object.keys(given).length === 0;
  return (
    <section class="card facts">
      <dl>
        <div>
          <dt>{words.tool}</dt>
          <dd>
            <a href={href(`/tools/${encodeURIComponent(tool)}`)}>
              <Foreign text={tool} />
            </a>
          </dd>
        </div>
        <div>
          <dt>{words.id}</dt>
          <dd class="code">
            <a href={href(`/calls/${encodeURIComponent(callId)}`)}>
              <Foreign text={callId} />
            </a>
          </dd>
        </div>
      </dl>
      <h2>{words.arguments}</h2>
      {isEmpty ? <p class="muted">{words.noArguments}</p> : <Tree value={given} />}
    </section>
  );
}
