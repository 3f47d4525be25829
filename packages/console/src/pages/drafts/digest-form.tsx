import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { draftWords as words } from "./words.ts";

export interface DigestFormProps {
  readonly digest: string;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  /** The button beside the one that approves. */
  readonly beside: JSX.Element;
}

/** Digits of a digest that people compare and type. The command wants as many. */
const shownDigits = 12;

/** Takes the digits of the digest before the draft can be approved. */
export function DigestForm({ digest, isBusy, onApprove, beside }: DigestFormProps): JSX.Element {
  const typed = useSignal("");
  const digits = digest.replace("sha256:", "").slice(0, shownDigits);
  const given = typed.value.trim().toLowerCase();
  const isWrong = !digits.startsWith(given);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (given === digits) onApprove();
  };
  return (
    <form class="approve" onSubmit={submit}>
      <p>
        <label for="digest">{words.type}</label> <output class="digest">{digits}</output>
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
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
        <button class="primary" disabled={given !== digits || isBusy}>
          {words.approve}
        </button>
        {beside}
      </div>
      <p id="digest-state" class={isWrong ? "bad" : "muted"}>
        {isWrong ? words.differs : words.typed(given.length, digits.length)}
      </p>
      <p id="digest-hint" class="muted">
        {words.typeHint}
      </p>
    </form>
  );
}
