import type { JSX } from "preact";
import { nothing, textOf } from "./exact-json.ts";
import { idOf, useForm } from "./form-context.ts";
import type { Part } from "./layout.ts";
import { initialOf } from "./typed.ts";
import { words } from "./words.ts";

export interface ActionsProps {
  readonly part: Part;
  readonly label: string | undefined;
}

interface Action {
  readonly text: string;
  readonly run: () => void;
}

/** The buttons of a part: to leave it out, to send null, to send it empty. */
export function Actions({ part, label }: ActionsProps): JSX.Element {
  const { focus } = useForm();
  const actions = useActions(part);
  const name = label ?? part.name ?? "";
  return (
    <span class="field-actions">
      {actions.map(({ text, run }) => (
        <button
          key={text}
          type="button"
          class="quiet"
          aria-label={words.of(text, name)}
          onClick={() => {
            run();
            focus(idOf(part.pointer));
          }}
        >
          {text}
        </button>
      ))}
    </span>
  );
}

function useActions(part: Part): readonly Action[] {
  const { form } = useForm();
  const { path, shape, value, isExtra, drawn } = part;
  const put = (next: Part["value"]) => () => form.put(path, next);
  const isSent = value !== undefined;
  const isOther = drawn.kind === "json" && drawn.because === "value";
  return [
    ...(isOther && isSent
      ? [{ text: words.anew, run: put(initialOf(shape.form, form.source)) }]
      : []),
    ...(!isSent && shape.form.kind === "text"
      ? [{ text: words.sendEmpty, run: put(textOf("")) }]
      : []),
    ...(!isSent && shape.form.kind === "list"
      ? [{ text: words.addList, run: put({ kind: "list", items: [] }) }]
      : []),
    ...(shape.isNullable && value?.kind !== "null"
      ? [{ text: words.sendNull, run: put(nothing) }]
      : []),
    ...(isSent && !isExtra && path.length > 0
      ? [{ text: words.leaveOut, run: put(undefined) }]
      : []),
    ...(isExtra ? [{ text: words.remove, run: put(undefined) }] : []),
  ];
}
