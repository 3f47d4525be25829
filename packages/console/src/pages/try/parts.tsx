import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { pointerTo } from "../../ui/json.ts";
import { Control } from "./controls.tsx";
import { Field } from "./field.tsx";
import { idOf, useForm } from "./form-context.ts";
import { JsonControl } from "./json-control.tsx";
import type { Drawn, Part } from "./layout.ts";
import { initialAt, initialOf } from "./typed.ts";
import { visibleText } from "./visible-text.ts";
import { words } from "./words.ts";

export interface PartProps {
  readonly part: Part;
  /** Names an item. Default: the name of the member. */
  readonly label?: string | undefined;
}

/** A part of the arguments, as it is drawn. */
function PartView({ part, label }: PartProps): JSX.Element {
  const { drawn, shape } = part;
  const { kind } = shape.form;
  const isGroup = composites.has(kind) && drawn.kind !== "json";
  return (
    <Field part={part} label={label} isGroup={isGroup}>
      {kind === "choice" && <Alternatives part={part} />}
      <Content part={part} />
    </Field>
  );
}

const composites: ReadonlySet<string> = new Set(["object", "list", "choice"]);

/** What is in a part, without its name. */
function Content({ part }: { readonly part: Part }): JSX.Element | null {
  const { drawn, shape } = part;
  if (drawn.kind === "object") return <Members drawn={drawn} part={part} />;
  if (drawn.kind === "list") return <Items drawn={drawn} part={part} />;
  if (drawn.kind === "choice") return <Content part={drawn.part} />;
  if (drawn.kind === "json") return <JsonControl part={part} />;
  // A field that is not sent has the same control as one that is: it keeps the focus when typed in.
  const isUnsent = drawn.kind === "unsent" && composites.has(shape.form.kind);
  return isUnsent ? <Unsent part={part} /> : <Control part={part} />;
}

function Unsent({ part }: PartProps): JSX.Element | null {
  const { form, focus } = useForm();
  const { path, pointer, shape, name = "" } = part;
  const { kind } = shape.form;
  if (kind === "list") return <AddItem part={part} length={0} />;
  if (kind !== "object") return null;
  const fill = (): void => {
    form.put(path, initialOf(shape.form, form.source));
    focus(idOf(pointer));
  };
  return (
    <button
      type="button"
      id={idOf(pointer)}
      class="field-add"
      onClick={fill}
      aria-label={words.of(words.addObject, visibleText(name))}
    >
      {words.addObject}
    </button>
  );
}

interface MembersProps {
  readonly part: Part;
  readonly drawn: Extract<Drawn, { readonly kind: "object" }>;
}

/** The members of an object, those of the host, and rows for other names. */
export function Members({ part, drawn: { parts, form } }: MembersProps): JSX.Element {
  return (
    <div class="members" id={part.pointer === "" ? undefined : idOf(part.pointer)} tabIndex={-1}>
      {form.hosts.map((name) => (
        <div key={`host ${name}`} class="field">
          <div class="field-head">
            <span class="field-name">
              <Foreign text={name} />
            </span>
          </div>
          <p class="field-hint">
            <Icon name="lock" /> {words.filledByHost}
          </p>
        </div>
      ))}
      {parts.map((each) => (
        <PartView key={each.pointer} part={each} />
      ))}
      {form.rest !== undefined && <AddMember part={part} rest={form.rest} taken={parts} />}
    </div>
  );
}

interface AddMemberProps {
  readonly part: Part;
  readonly rest: Parameters<typeof initialAt>[0];
  readonly taken: readonly Part[];
}

function AddMember({ part, rest, taken }: AddMemberProps): JSX.Element {
  const { form, focus } = useForm();
  const name = useSignal("");
  const isTaken = taken.some((each) => each.name === name.value);
  const id = `${idOf(part.pointer)}-new`;
  const add = (): void => {
    if (isTaken) return;
    const path = [...part.path, name.value];
    form.put(path, initialAt(rest, form.source));
    focus(idOf(pointerTo(part.pointer, name.value)));
    name.value = "";
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    add();
  };
  return (
    <div class="control-line">
      <input
        id={id}
        value={name.value}
        aria-label={words.of(words.memberName, visibleText(part.name ?? ""))}
        placeholder={words.memberName}
        autoComplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" onClick={add} disabled={isTaken}>
        {words.addMember}
      </button>
      {isTaken && <p class="field-hint bad">{words.memberTaken}</p>}
    </div>
  );
}

interface ItemsProps {
  readonly part: Part;
  readonly drawn: Extract<Drawn, { readonly kind: "list" }>;
}

function Items({ part, drawn: { parts } }: ItemsProps): JSX.Element {
  return (
    <div class="members">
      {parts.map((each, index) => (
        <PartView key={each.pointer} part={each} label={words.item(index)} />
      ))}
      <AddItem part={part} length={parts.length} />
    </div>
  );
}

function AddItem({ part, length }: PartProps & { readonly length: number }): JSX.Element | null {
  const { form, focus } = useForm();
  const { path, pointer, shape, value, name = "" } = part;
  if (shape.form.kind !== "list") return null;
  const spot = shape.form.first[length] ?? shape.form.rest;
  if (spot === undefined) return null;
  const add = (): void => {
    if (value === undefined) form.put(path, { kind: "list", items: [] });
    form.put([...path, length], initialAt(spot, form.source));
    focus(idOf(`${pointer}/${length}`));
  };
  return (
    <button
      type="button"
      id={idOf(pointer)}
      class="field-add"
      onClick={add}
      aria-label={words.of(words.addItem, visibleText(name))}
    >
      {words.addItem}
    </button>
  );
}

/** Chooses one of the alternatives of a part. */
function Alternatives({ part }: PartProps): JSX.Element | null {
  const { form } = useForm();
  const { shape, drawn, name = "", pointer } = part;
  if (shape.form.kind !== "choice") return null;
  const chosen = drawn.kind === "choice" ? drawn.chosen : -1;
  const rest = part.value === undefined ? words.notSent : words.other;
  return (
    <select
      id={`${idOf(pointer)}-alternative`}
      class="alternatives"
      value={String(chosen)}
      aria-label={words.of(words.alternative, visibleText(name))}
      onChange={({ currentTarget }) => form.choose(part, Number(currentTarget.value))}
    >
      {chosen === -1 && <option value="-1">{rest}</option>}
      {shape.form.alternatives.map(({ title }, index) => (
        <option key={index} value={String(index)}>
          {visibleText(title)}
        </option>
      ))}
    </select>
  );
}
