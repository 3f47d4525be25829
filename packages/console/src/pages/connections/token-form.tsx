import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { connectionWords as words } from "./words.ts";

/** A new token, as the API takes it. */
export interface NewToken {
  readonly token: string;
  readonly expiresAt?: string;
}

export interface TokenFormProps {
  readonly isBusy: boolean;
  /** Returns whether the gateway took it. */
  readonly onSend: (token: NewToken) => Promise<boolean>;
}

/** Takes a new token. It leaves the page with the request: no state of the page keeps it. */
export function TokenForm({ isBusy, onSend }: TokenFormProps): JSX.Element {
  const isWrong = useSignal(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const given = new FormData(form);
    const token = textIn(given, "token");
    const end = textIn(given, "end");
    isWrong.value = !/^[\x20-\x7e]{8,65536}$/.test(token);
    // Also after a refusal: what was typed is not left in the page.
    form.reset();
    if (isWrong.value) return;
    void onSend({ token, ...(end !== "" && { expiresAt: `${end}:00Z` }) });
  };
  return (
    <form class="token" onSubmit={submit} autoComplete="off">
      <h3>{words.token}</h3>
      <label>
        <span>{words.token}</span>
        <input
          type="password"
          name="token"
          required
          autoComplete="off"
          spellcheck={false}
          aria-describedby="token-hint"
          aria-invalid={isWrong.value}
        />
      </label>
      <label>
        <span>{words.tokenEnd}</span>
        <input type="datetime-local" name="end" />
      </label>
      <p id="token-hint" class={isWrong.value ? "bad" : "muted"} role="status">
        {isWrong.value ? words.tokenShort : words.tokenHint}
      </p>
      <button class="primary" disabled={isBusy}>
        {words.tokenSend}
      </button>
    </form>
  );
}

function textIn(given: FormData, name: string): string {
  const value = given.get(name);
  return typeof value === "string" ? value : "";
}
