import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { href } from "../../router.ts";
import { NextStep } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { ResultView, Tree } from "./result.tsx";
import type { Answer, CallMade, Claim } from "./shapes.ts";
import { askWords as words } from "./words.ts";

/** The claim whose quote is marked strongly. Undefined for none. */
export type Marked = Signal<number | undefined>;

/** Shows an answer: what was called, the claims, and the result that they quote. */
export function AnswerShown({ answer }: { readonly answer: Answer }): JSX.Element {
  const marked: Marked = useSignal<number | undefined>(undefined);
  const { call, result, summary } = answer;
  const claims = summary?.bullets ?? [];
  return (
    <div class="answer" role="region" aria-label={words.answer} aria-live="polite">
      <NoAnswer answer={answer} />
      {claims.length > 0 && <Claims answer={answer} claims={claims} marked={marked} />}
      <NotShown answer={answer} />
      {result !== undefined && <ResultView result={result} claims={claims} marked={marked} />}
      <RejectedClaims answer={answer} />
      {call !== undefined && <Call call={call} />}
    </div>
  );
}

function NoAnswer({ answer }: { readonly answer: Answer }): JSX.Element | null {
  if (answer.kind === "needs_more_info") return <MoreInfo answer={answer} />;
  if (answer.kind !== "blocked") return null;
  return answer.code === "approval-required" ? (
    <Waiting answer={answer} />
  ) : (
    <Blocked answer={answer} />
  );
}

function Blocked({ answer }: { readonly answer: Answer }): JSX.Element {
  const { code = "", toolRan } = answer;
  return (
    <section class="problem">
      <p>
        <Icon name="warn" />
        <strong>{words.blocked}</strong>{" "}
        <code>
          <Foreign text={code} />
        </code>
      </p>
      {toolRan !== undefined && <p>{words.ran[toolRan]}</p>}
      <Why answer={answer} />
    </section>
  );
}

function Waiting({ answer }: { readonly answer: Answer }): JSX.Element {
  return (
    <section class="note blocked">
      <p>
        <Icon name="clock" />
        <strong>{words.waits}</strong>
      </p>
      <a class="button" href={href("/approvals")}>
        {words.approvals}
      </a>
      <Why answer={answer} />
    </section>
  );
}

/** The sentence of the refusal, and the next command. */
function Why({ answer: { message = "", next } }: { readonly answer: Answer }): JSX.Element {
  return (
    <>
      <p>
        <Foreign text={message} />
      </p>
      {next !== undefined && <NextStep command={next} />}
    </>
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
      {claim !== evidence && (
        <q>
          <Foreign text={evidence} />
        </q>
      )}
      <small class="muted">
        <Foreign text={words.at(pointer, start, end)} />
      </small>
    </button>
  );
}

function NotShown({ answer }: { readonly answer: Answer }): JSX.Element | null {
  const { refused, quarantined, note } = answer;
  return (
    <>
      {note !== undefined && (
        <p class="note">
          <Foreign text={note} />
        </p>
      )}
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

function RejectedClaims({ answer }: { readonly answer: Answer }): JSX.Element | null {
  const { rejected = [] } = answer;
  if (rejected.length === 0) return null;
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
