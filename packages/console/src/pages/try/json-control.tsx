import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { described } from "./controls.tsx";
import { isSame, parseExact, printExact } from "./exact-json.ts";
import { idOf, useForm } from "./form-context.ts";
import type { Part } from "./layout.ts";
import { words } from "./words.ts";

/** An editor for one part that is no field. */
export function JsonControl({ part }: { readonly part: Part }): JSX.Element {
  const { form, issues } = useForm();
  const typed = useSignal("");
  const { pointer, value } = part;
  const text = isFor(typed.value, value) ? typed.value : printed(value);
  const parsed = parseExact(text);
  const isFlawed = text.trim() !== "" && parsed.kind === "flawed";
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void => {
    typed.value = currentTarget.value;
    form.typeJson(part, currentTarget.value);
  };
  const because = part.drawn.kind === "json" ? part.drawn.because : "any";
  return (
    <>
      <p class="field-hint">{words.undrawn[because]}</p>
      <textarea
        id={idOf(pointer)}
        class="code grows"
        rows={3}
        value={text}
        placeholder={words.notSent}
        aria-labelledby={`${idOf(pointer)}-name`}
        aria-invalid={isFlawed || issues.has(pointer)}
        {...described(part, issues.has(pointer))}
        spellcheck={false}
        autoComplete="off"
        autocapitalize="off"
        onFocus={() => form.hold(pointer)}
        onBlur={() => form.hold(undefined)}
        onInput={onInput}
      />
      {isFlawed && <Flawed flaw={parsed.flaw} />}
    </>
  );
}

/** Says where a text stops being JSON. */
export function Flawed({ flaw }: { readonly flaw: Flaw }): JSX.Element {
  return <p class="field-hint bad">{words.flawed(flaw.line, flaw.column, flaw.expected)}</p>;
}

type Flaw = Extract<ReturnType<typeof parseExact>, { kind: "flawed" }>["flaw"];

function printed(value: Part["value"]): string {
  return value === undefined ? "" : printExact(value, "lines");
}

/** What was typed stays as it was typed, as long as it says the same. */
function isFor(text: string, value: Part["value"]): boolean {
  const parsed = parseExact(text);
  if (parsed.kind === "value") return isSame(parsed.value, value);
  if (value === undefined) return text.trim() === "";
  return value.kind === "unfinished" && value.text === text;
}
