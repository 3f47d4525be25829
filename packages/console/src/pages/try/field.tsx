import type { ComponentChildren, JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Actions } from "./actions.tsx";
import { printExact } from "./exact-json.ts";
import { idOf, useForm } from "./form-context.ts";
import type { Part } from "./layout.ts";
import { words } from "./words.ts";

export interface FieldProps {
  readonly part: Part;
  /** Names an item. Default: the name of the member. */
  readonly label?: string | undefined;
  /** Whether the parts of it have controls, and it has none itself. */
  readonly isGroup?: boolean;
  readonly children: ComponentChildren;
}

/** A part with its name, what the contract says about it, its state, and what the gate says. */
export function Field({ part, label, isGroup = false, children }: FieldProps): JSX.Element {
  const { issues } = useForm();
  const { pointer } = part;
  const found = issues.get(pointer) ?? [];
  const id = idOf(pointer);
  const content = (
    <>
      <Head part={part} label={label} isGroup={isGroup} />
      <Says part={part} />
      {children}
      {found.length > 0 && (
        <div class="issues" id={`${id}-issues`}>
          {found.map(({ message }) => (
            <p key={message}>
              <Icon name="warn" />
              <span>
                <Foreign text={message} />
              </span>
            </p>
          ))}
        </div>
      )}
    </>
  );
  const classes = `field${found.length > 0 ? " field-wrong" : ""}${isGroup ? " field-group" : ""}`;
  if (!isGroup) return <div class={classes}>{content}</div>;
  return (
    <div class={classes} role="group" aria-labelledby={`${id}-name`}>
      {content}
    </div>
  );
}

function Head({ part, label, isGroup }: Omit<FieldProps, "children">): JSX.Element {
  const { pointer, name = "", shape, isRequired } = part;
  const { title, isSensitive } = shape;
  const id = idOf(pointer);
  const shown = label ?? <Foreign text={name} />;
  return (
    <div class="field-head">
      {isGroup === true ? (
        <span class="field-name" id={`${id}-name`}>
          {shown}
        </span>
      ) : (
        <label class="field-name" for={id} id={`${id}-name`}>
          {shown}
        </label>
      )}
      {title !== undefined && title !== name && (
        <span class="field-title">
          <Foreign text={title} />
        </span>
      )}
      <span class="field-kind">{kindOf(part)}</span>
      {isRequired && <span class="field-kind field-required">{words.required}</span>}
      {isSensitive && (
        <span class="field-kind">
          <Icon name="lock" />
          {words.sensitive}
        </span>
      )}
      <State part={part} />
      <Actions part={part} label={label} />
    </div>
  );
}

function kindOf({ shape: { form } }: Part): string {
  if (form.kind === "text") return words.kinds[form.form];
  if (form.kind === "number") return words.kinds[form.isInteger ? "integer" : "number"];
  return words.kinds[form.kind];
}

/** Left out, null and empty are three things. */
function State({ part: { value } }: Pick<FieldProps, "part">): JSX.Element | null {
  const state = stateOf(value);
  return state === undefined ? null : <span class="tag field-state">{state}</span>;
}

function stateOf(value: Part["value"]): string | undefined {
  return value === undefined ? words.unsent : states.get(printExact(value));
}

const states: ReadonlyMap<string, string> = new Map([
  ["null", words.isNull],
  ['""', words.isEmpty],
  ["[]", words.noItems],
  ["{}", words.noMembers],
]);

/** Longer descriptions are closed at first. */
const shortLength = 240;

function Says({ part: { shape, pointer } }: Pick<FieldProps, "part">): JSX.Element | null {
  const { description } = shape;
  if (description === undefined || description === "") return null;
  const id = `${idOf(pointer)}-says`;
  if (description.length <= shortLength) {
    return (
      <p class="field-says" id={id}>
        <Foreign text={description} lines />
      </p>
    );
  }
  return (
    <details class="field-says" id={id}>
      <summary>
        <Foreign text={`${description.slice(0, shortLength / 2).toWellFormed()}…`} />
      </summary>
      <Foreign text={description} lines />
    </details>
  );
}
