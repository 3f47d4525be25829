import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { words } from "../words.ts";

export interface DigestFormProps {
  /** Without the name of its algorithm. */
  readonly digest: string;
  readonly label: string;
  readonly hint: string;
  /** Called by Enter, once the digits are right. */
  readonly onSubmit: () => void;
  /** The buttons beside the field. */
  readonly buttons: (isRight: boolean) => JSX.Element;
  /** Default: nothing. */
  readonly children?: ComponentChildren;
}

/** Digits of a digest that people compare and type. The command shows as many. */
export const shownDigits = 12;

/** Asks for the first digits of a digest, as a proof that a person looked at it. */
export function DigestForm(props: DigestFormProps): JSX.Element {
  const { digest, label, hint, onSubmit, buttons, children } = props;
  const typed = useSignal("");
  const digits = digest.slice(0, shownDigits);
  const given = typed.value.trim().toLowerCase();
  const isRight = given === digits;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isRight) onSubmit();
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    typed.value = currentTarget.value;
  };
  return (
    <form class="approve" onSubmit={submit}>
      <p>
        <label for="digest">{label}</label> <output class="digest">{digits}</output>
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
        {buttons(isRight)}
      </div>
      {children}
      <Matches given={given} digits={digits} />
      <p id="digest-hint" class="muted">
        {hint}
      </p>
    </form>
  );
}

interface MatchesProps {
  readonly given: string;
  readonly digits: string;
}

function Matches({ given, digits }: MatchesProps): JSX.Element {
  const differs = !digits.startsWith(given);
  return (
    <p id="digest-state" class={differs ? "bad" : "muted"}>
      {differs ? words.approval.differs : words.approval.typed(given.length, digits.length)}
    </p>
  );
}
