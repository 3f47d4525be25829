import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { Marks } from "./policy-text.tsx";
import { PutPolicy } from "./put-policy.tsx";
import { type Checked, checked, type Policy } from "./shapes.ts";
import { TextChanges } from "./text-changes.tsx";
import { TryPolicy } from "./try-policy.tsx";
import { policyWords } from "./words.ts";

const words = policyWords.changing;

export interface ChangePolicyProps {
  readonly policy: Policy;
  readonly onPut: () => void;
}

/** A changed text: checked as it is typed, tried against recorded calls, then put. */
export function ChangePolicy({ policy, onPut }: ChangePolicyProps): JSX.Element {
  const before = policy.text ?? "";
  const text = useSignal(before);
  const { judged, failure } = useCheck(text.value);
  const isSame = text.value === before;
  return (
    <>
      <section class="card change">
        <h2>{words.title}</h2>
        <p class="muted">{words.hint}</p>
        <label>
          <span>{words.text}</span>
          <textarea
            rows={18}
            spellcheck={false}
            autoComplete="off"
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        {failure !== undefined && <Problem failure={failure} />}
        {judged !== undefined && <Judged judged={judged} />}
      </section>
      {isSame ? (
        <p class="muted">{words.same}</p>
      ) : (
        <TextChanges before={before} after={text.value} />
      )}
      <TryPolicy text={text.value} isUsable={judged?.usable === true} />
      <PutPolicy
        policy={policy}
        text={text.value}
        isReady={!isSame && judged?.usable === true}
        onPut={onPut}
      />
    </>
  );
}

const pauseMs = 300;

interface Check {
  /** Undefined while the text is not checked. */
  readonly judged: Checked | undefined;
  readonly failure: ApiFailure | undefined;
}

/** Checks a text once nothing is typed for a while. */
function useCheck(text: string): Check {
  const { api, clock } = useWorkspace();
  const check = useSignal<Check>({ judged: undefined, failure: undefined });
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    check.value = { ...check.value, judged: undefined };
    const cancel = clock.after(pauseMs, () => {
      api.post("policy/check", { text }, { read: checked, signal }).then(
        (judged) => void (check.value = { judged, failure: undefined }),
        (error: unknown) => {
          if (signal.aborted) return;
          if (!(error instanceof ApiFailure)) throw error;
          check.value = { judged: undefined, failure: error };
        },
      );
    });
    return () => {
      cancel();
      ended.abort();
    };
  }, [text]);
  return check.value;
}

function Judged({
  judged: { usable, statements, marks },
}: {
  readonly judged: Checked;
}): JSX.Element {
  return (
    <div role="status">
      <p class={usable ? "good" : "bad"}>
        {usable ? words.fine(statements) : words.flaws(marks.length)}
      </p>
      <Marks marks={marks} />
    </div>
  );
}
