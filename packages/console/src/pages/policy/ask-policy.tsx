import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ApiFailure } from "../../api/failure.ts";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { Answer } from "./policy-answer.tsx";
import { type Question, QuestionForm } from "./question-form.tsx";
import { type Explained, explained, type Policy } from "./shapes.ts";
import { policyWords as words } from "./words.ts";

/** A question to the policy, and its answer with the outcome of each statement. */
export function AskPolicy({ policy }: { readonly policy: Policy }): JSX.Element {
  const { api } = useWorkspace();
  const answer = useSignal<Explained | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);

  const ask = async (question: Question): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      answer.value = await api.post("policy/explain", question, { read: explained });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      answer.value = undefined;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <>
      <section class="card" aria-busy={isBusy.value}>
        <h2>{words.asking.title}</h2>
        <p class="muted">{words.asking.hint}</p>
        <QuestionForm isBusy={isBusy.value} onAsk={(question) => void ask(question)} />
      </section>
      {failure.value !== undefined && <Problem failure={failure.value} />}
      {answer.value !== undefined && <Answer answer={answer.value} text={policy.text} />}
    </>
  );
}
