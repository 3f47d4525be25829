import type { JSX } from "preact";
import { nothing, textOf } from "./exact-json.ts";
import { idOf, useForm } from "./form-context.ts";
import type { Part } from "./layout.ts";
import { initialOf } from "./typed.ts";
import { visibleText } from "./visible-text.ts";
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
  const name = label ?? visibleText(part.name ?? "");
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
  const { path, shape, value } = part;
  const put = (next: Part["value"]) => () => form.put(path, next);
  return [
    ...(isOther(part) ? [{ text: words.anew, run: put(initialOf(shape.form, form.source)) }] : []),
    ...(value === undefined ? emptiesFor(part, put) : []),
    ...(shape.isNullable && value?.kind !== "null"
      ? [{ text: words.sendNull, run: put(nothing) }]
      : []),
    ...leavings(part, put),
  ];
}

/** A value of another form than the contract asks for. */
function isOther({ drawn, value }: Part): boolean {
  return drawn.kind === "json" && drawn.because === "value" && value !== undefined;
}

type Put = (next: Part["value"]) => () => void;

function emptiesFor({ shape: { form } }: Part, put: Put): readonly Action[] {
  if (form.kind === "text") return [{ text: words.sendEmpty, run: put(textOf("")) }];
  if (form.kind !== "list") return [];
  return [{ text: words.addList, run: put({ kind: "list", items: [] }) }];
}

function leavings({ path, value, isExtra }: Part, put: Put): readonly Action[] {
  if (isExtra) return [{ text: words.remove, run: put(undefined) }];
  const canBeLeftOut = value !== undefined && path.length > 0;
  return canBeLeftOut ? [{ text: words.leaveOut, run: put(undefined) }] : [];
}
