import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Failure, Problem } from "../../ui/problem.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import { AnswerShown } from "./answer.tsx";
import { type Answer, type Answering, answering, answer as readAnswer } from "./shapes.ts";
import { askWords as words } from "./words.ts";
import "./ask.css";

/** Where a question stands. */
type Progress =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

/** Answers one question with at most one call. The address has no question: a reload asks nothing. */
export function AskPage(): JSX.Element {
  const loader = useAnswer("ask", answering);
  const { value } = loader.loaded.value;
  const asked = useSignal("");
  const progress = useSignal<Progress>({ kind: "idle" });
  const { ask, stop } = useAsk(progress, asked);
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
      </header>
      <p>{words.explained}</p>
      <Failure loader={loader} />
      {value !== undefined && <Who answering={value} />}
      <QuestionForm isAsking={progress.value.kind === "asking"} onAsk={ask} onStop={stop} />
      <Outcome progress={progress.value} />
      <SameInTerminal line={words.line(quoted(asked.value))} />
    </>
  );
}

interface Asking {
  readonly ask: (question: string) => void;
  readonly stop: () => void;
}

function useAsk(progress: Signal<Progress>, asked: Signal<string>): Asking {
  const { api } = useWorkspace();
  const running = useRef(new AbortController());
  const stop = (): void => running.current.abort();
  useEffect(() => stop, []);

  const run = async (question: string, signal: AbortSignal): Promise<void> => {
    asked.value = question;
    progress.value = { kind: "asking" };
    try {
      const answer = await api.post("ask", { question }, { read: readAnswer, signal });
      progress.value = { kind: "answered", answer };
    } catch (error) {
      if (signal.aborted) progress.value = { kind: "idle" };
      else if (error instanceof ApiFailure) progress.value = { kind: "failed", failure: error };
      else throw error;
    }
  };
  const ask = (question: string): void => {
    stop();
    running.current = new AbortController();
    void run(question, running.current.signal);
  };
  return { ask, stop };
}

/** Says what answers, and how a model is configured. */
function Who({ answering: by }: { readonly answering: Answering }): JSX.Element {
  const { planner, model, summary, effects } = by;
  const name = model?.name ?? "";
  const quotes = model !== null && planner === "builtin" && summary !== "off";
  return (
    <section class="muted who">
      <p>
        {planner === "builtin" ? words.who.builtin : <Foreign text={words.who.model(name)} />}{" "}
        {quotes && <Foreign text={words.who.quotes(name)} />}{" "}
        {words.who.effects(effects.map((effect) => words.effects[effect]).join(" or "))}
      </p>
      {model === null && (
        <details>
          <summary>{words.who.configure}</summary>
          <p>{words.who.hint}</p>
          <pre>{words.who.example}</pre>
          <p>{words.who.widen}</p>
        </details>
      )}
    </section>
  );
}

interface FormProps {
  readonly isAsking: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

function QuestionForm({ isAsking, onAsk, onStop }: FormProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    const question = field.current?.value.trim() ?? "";
    if (question !== "" && !isAsking) onAsk(question);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form class="card ask" onSubmit={submit}>
      <label for="question">{words.question}</label>
      <textarea
        id="question"
        ref={field}
        rows={2}
        maxLength={4_000}
        placeholder={words.placeholder}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        <button class="primary" disabled={isAsking}>
          {words.submit}
        </button>
        {isAsking && (
          <button type="button" onClick={onStop}>
            {words.stop}
          </button>
        )}
      </div>
    </form>
  );
}

function Outcome({ progress }: { readonly progress: Progress }): JSX.Element | null {
  switch (progress.kind) {
    case "idle":
      return null;
    case "asking":
      return <p role="status">{words.asking}</p>;
    case "failed":
      return <Problem failure={progress.failure} />;
    case "answered":
      return <AnswerShown answer={progress.answer} />;
    default:
      return progress satisfies never;
  }
}

/** Quotes a question for a POSIX shell. */
function quoted(question: string): string {
  const text = question === "" ? words.placeholder : question;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
