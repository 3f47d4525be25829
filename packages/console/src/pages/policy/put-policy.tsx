import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ApiFailure } from "../../api/failure.ts";
import { Command } from "../../ui/command.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { type Policy, put as readPut } from "./shapes.ts";
import { policyWords } from "./words.ts";

const words = policyWords.changing;

export interface PutPolicyProps {
  readonly policy: Policy;
  readonly text: string;
  /** Whether the text is another one, and in order. */
  readonly isReady: boolean;
  readonly onPut: () => void;
}

/** Puts the text in the place of the one that the page shows, or says why it cannot. */
export function PutPolicy({ policy, text, isReady, onPut }: PutPolicyProps): JSX.Element {
  const { api, announcement } = useWorkspace();
  const isAsked = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  if (!policy.writable) return <WhyNot policy={policy} />;

  const put = async (): Promise<void> => {
    failure.value = undefined;
    try {
      await api.post("policy", { text, replaces: policy.version }, { read: readPut });
      announcement.value = words.done;
      onPut();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
    }
  };
  return (
    <>
      {failure.value !== undefined && <Problem failure={failure.value} />}
      <div class="buttons">
        <button
          type="button"
          class="danger"
          disabled={!isReady}
          onClick={() => (isAsked.value = true)}
        >
          {words.put}
        </button>
      </div>
      {isAsked.value && (
        <Confirm
          title={words.putTitle}
          sentence={words.putText}
          action={words.put}
          onConfirm={() => void put()}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </>
  );
}

function WhyNot({ policy: { from } }: Pick<PutPolicyProps, "policy">): JSX.Element {
  return (
    <p class="note">
      <Icon name="lock" />
      {from === "store" ? (
        words.noWrite
      ) : (
        <>
          {words[from]} {from === "file" && <Command line={policyWords.reload} />}
        </>
      )}
    </p>
  );
}
