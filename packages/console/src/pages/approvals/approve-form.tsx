import type { JSX } from "preact";
import type { Approval } from "../../api/shapes.ts";
import { DigestForm, shownDigits } from "../../ui/digest-form.tsx";
import { HoldButton } from "../../ui/hold-button.tsx";
import { words } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";

export interface ApproveFormProps {
  readonly approval: Approval;
  readonly isBusy: boolean;
  readonly onApprove: (digest: string) => void;
  /** The buttons beside the one that approves. */
  readonly beside: JSX.Element;
}

/** Takes the digits of the digest. A tool that destroys wants its button held as well. */
export function ApproveForm(props: ApproveFormProps): JSX.Element {
  const { approval, isBusy, onApprove, beside } = props;
  const approve = (): void => onApprove(approval.digest.slice(0, shownDigits));
  const submit = (): void => {
    if (approval.effect !== "destroy") approve();
  };
  return (
    <DigestForm
      digest={approval.digest}
      label={words.approval.type}
      hint={words.approval.typeHint}
      onSubmit={submit}
      buttons={(isRight) => (
        <>
          <ApproveButton {...{ approval, isBusy, isRight, approve }} />
          {beside}
        </>
      )}
    >
      {approval.effect === "destroy" && (
        <p id="hold-hint" class="muted">
          {words.approval.holdHint}
        </p>
      )}
    </DigestForm>
  );
}

interface ApproveButtonProps {
  readonly approval: Approval;
  readonly isBusy: boolean;
  readonly isRight: boolean;
  readonly approve: () => void;
}

function ApproveButton({ approval, isBusy, isRight, approve }: ApproveButtonProps): JSX.Element {
  const { clock } = useWorkspace();
  const disabled = !isRight || isBusy;
  if (approval.effect !== "destroy") {
    return (
      <button class="primary" disabled={disabled}>
        {words.approval.approve}
      </button>
    );
  }
  return (
    <HoldButton
      clock={clock}
      label={words.approval.hold}
      describedBy="hold-hint"
      disabled={disabled}
      onHeld={approve}
    />
  );
}
