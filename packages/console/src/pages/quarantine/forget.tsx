import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ApiFailure } from "../../api/failure.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { forgotten } from "./shapes.ts";
import { quarantineWords as words } from "./words.ts";

/** Removes a quarantined result for good, after a question. */
export function Forget({ id }: { readonly id: string }): JSX.Element {
  const { api, may, router } = useWorkspace();
  const isAsked = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const forget = async (): Promise<void> => {
    try {
      await api.post(`quarantine/${encodeURIComponent(id)}/forget`, {}, { read: forgotten });
      router.go("/quarantine");
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
    }
  };
  if (!may("quarantine:forget")) {
    return (
      <p class="note">
        <Icon name="lock" />
        {words.forgetLacks}
      </p>
    );
  }
  return (
    <>
      {failure.value !== undefined && <Problem failure={failure.value} />}
      <div class="buttons">
        <button type="button" class="danger" onClick={() => (isAsked.value = true)}>
          {words.forget}
        </button>
      </div>
      {isAsked.value && (
        <Confirm
          title={words.forgetTitle}
          sentence={words.forgetText}
          action={words.forget}
          onConfirm={() => void forget()}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </>
  );
}
