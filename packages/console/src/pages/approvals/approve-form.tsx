import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Approval } from "../../api/shapes.ts";
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

/** Digits of a digest that people compare and type. The command shows as many. */
const shownDigits = 12;

/** Takes the digits of the digest. A tool that destroys wants its button held as well. */
export function ApproveForm(props: ApproveFormProps): JSX.Element {
  const { approval, isBusy, onApprove, beside } = props;
  const typed = useSignal("");
  const digits = approval.digest.slice(0, shownDigits);
  const given = typed.value.trim().toLowerCase();
  const isRight = given === digits;
  const approve = (): void => onApprove(digits);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isRight && approval.effect !== "destroy") approve();
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    typed.value = currentTarget.value;
  };
  return (
    <form class="approve" onSubmit={submit}>
      <p>
        <label for="digest">{words.approval.type}</label> <output class="digest">{digits}</output>
      </p>
      <div class="approve-line">
        <input
          id="digest"
          class="digest-input"
          autoComplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={shownDigits}
          aria-describedby="digest-hint digest-state"
          aria-invalid={given !== "" && !digits.startsWith(given)}
          onInput={onInput}
        />
        <ApproveButton {...{ approval, isBusy, isRight, approve }} />
        {beside}
      </div>
      {approval.effect === "destroy" && (
        <p id="hold-hint" class="muted">
          {words.approval.holdHint}
        </p>
      )}
      <Matches given={given} digits={digits} />
      <p id="digest-hint" class="muted">
        {words.approval.typeHint}
      </p>
    </form>
  );
}

function Matches({
  given,
  digits,
}: {
  readonly given: string;
  readonly digits: string;
}): JSX.Element {
  const differs = !digits.startsWith(given);
  return (
    <p id="digest-state" class={differs ? "bad" : "muted"}>
      {differs ? words.approval.differs : words.approval.typed(given.length, digits.length)}
    </p>
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
