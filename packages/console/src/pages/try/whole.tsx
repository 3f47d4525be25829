import type { JSX } from "preact";
import { href } from "../../router.ts";
import type { FormState } from "./form-state.ts";
import { Flawed } from "./json-control.tsx";
import { words } from "./words.ts";

export interface WholeEditorProps {
  readonly form: FormState;
  /** Whether there is no form of these arguments. */
  readonly isOnlyWay: boolean;
}

/** All arguments as JSON. What was typed stays as it was typed. */
export function WholeEditor({ form, isOnlyWay }: WholeEditorProps): JSX.Element {
  const { text, flaw } = form.whole;
  return (
    <div class="field">
      {isOnlyWay && <p class="field-hint">{words.onlyJson}</p>}
      <textarea
        id="whole"
        class="code whole"
        rows={14}
        value={text}
        aria-label={words.whole}
        aria-invalid={flaw !== undefined}
        spellcheck={false}
        autoComplete="off"
        autocapitalize="off"
        onInput={({ currentTarget }) => form.typeWhole(currentTarget.value)}
      />
      {flaw !== undefined && <Flawed flaw={flaw} />}
    </div>
  );
}

export interface NoFormProps {
  readonly form: FormState;
  /** The address of the page that shows the JSON. */
  readonly jsonPath: string;
}

/** In place of a form while the JSON is not finished. Nothing of it is lost. */
export function NoForm({ form, jsonPath }: NoFormProps): JSX.Element {
  const { flaw } = form.whole;
  return (
    <div class="note">
      <p>{words.flawedForm}</p>
      {flaw !== undefined && <Flawed flaw={flaw} />}
      <a class="button" href={href(jsonPath)}>
        {words.toJson}
      </a>
      <button type="button" onClick={form.dropText}>
        {words.dropText}
      </button>
    </div>
  );
}
