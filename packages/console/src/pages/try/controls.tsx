import type { JSX } from "preact";
import { useWorkspace } from "../../workspace.ts";
import { type Exact, printExact } from "./exact-json.ts";
import { idOf, useForm } from "./form-context.ts";
import type { Part } from "./layout.ts";
import { exactOf, type FormOf, type Option } from "./shape.ts";
import { shownIn } from "./typed.ts";
import { visibleText } from "./visible-text.ts";
import { words } from "./words.ts";

export interface ControlProps {
  readonly part: Part;
}

/** The control of a part that is one value. */
export function Control({ part }: ControlProps): JSX.Element | null {
  const { form } = part.shape;
  if (form.kind === "text") return <TextControl part={part} form={form} />;
  if (form.kind === "number") return <NumberControl part={part} isInteger={form.isInteger} />;
  if (form.kind === "boolean") return <Select part={part} options={truths} />;
  if (form.kind !== "options") return null;
  return <Select part={part} options={form.options.map(choiceOf)} />;
}

/** What every control of a part has. */
function useControl(part: Part) {
  const { form, issues } = useForm();
  const { pointer, shape, value } = part;
  const type = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    form.typeInto(part, currentTarget.value);
  return {
    id: idOf(pointer),
    value: value === undefined ? "" : shownIn(shape, value),
    placeholder: placeholderOf(part),
    "aria-labelledby": `${idOf(pointer)}-name`,
    ...described(part, issues.has(pointer)),
    "aria-invalid": issues.has(pointer) || value?.kind === "unfinished",
    onInput: type,
  } as const;
}

/** Ties a control to what the contract and the gate say about it. */
export function described(
  { pointer, shape: { description = "" } }: Part,
  isWrong: boolean,
): { readonly "aria-describedby"?: string } {
  const id = idOf(pointer);
  const ids = [...(description === "" ? [] : [`${id}-says`]), ...(isWrong ? [`${id}-issues`] : [])];
  return ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") };
}

function placeholderOf({ value, shape: { defaultValue } }: Part): string {
  if (value !== undefined) return value.kind === "null" ? words.isNull : "";
  if (defaultValue === undefined) return words.notSent;
  return words.defaultIs(visibleText(printExact(exactOf(defaultValue))));
}

interface TextProps extends ControlProps {
  readonly form: FormOf<"text">;
}

const plain = {
  autoComplete: "off",
  autocapitalize: "off",
  spellcheck: false,
} as const;

function TextControl({ part, form: { form } }: TextProps): JSX.Element {
  const control = useControl(part);
  if (part.shape.isSensitive) {
    return <input type="password" {...control} {...plain} autoComplete="new-password" />;
  }
  if (form === "text") {
    const classes = isLong(part) ? "grows tall" : "grows";
    return <textarea class={classes} rows={1} {...control} {...plain} />;
  }
  if (form === "date-time") return <DateTime part={part} />;
  if (form === "date") return <DateControl part={part} />;
  return <input {...control} {...plain} {...typeFor[form]} />;
}

/** No `type=email`: browsers take blanks out of it. */
const typeFor = {
  email: { type: "text", inputMode: "email" },
  uri: { type: "text", inputMode: "url" },
} as const;

const longText = 120;

/** Several lines for what is long, or may be. */
function isLong({ value, shape: { form } }: Part): boolean {
  const { maxLength = 0 } = form.kind === "text" ? form : {};
  return maxLength > longText || (value?.kind === "text" && value.value.length > longText);
}

/** A picker, as long as the value is one that it can show. Emptied, it sends nothing. */
function DateControl({ part }: ControlProps): JSX.Element {
  const control = useControl(part);
  const { form } = useForm();
  const { value } = part;
  const isPicked = /^(?:\d{4}-\d\d-\d\d)?$/.test(control.value) && value?.kind !== "null";
  if (!isPicked) return <input {...control} {...plain} />;
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    if (currentTarget.value === "") form.put(part.path, undefined);
    else form.typeInto(part, currentTarget.value);
  };
  return <input {...control} {...plain} type="date" onInput={onInput} />;
}

function DateTime({ part }: ControlProps): JSX.Element {
  const control = useControl(part);
  const { now } = useWorkspace();
  const { form } = useForm();
  const put = (): void => form.typeInto(part, new Date(now.peek()).toISOString());
  const { placeholder: state } = control;
  const placeholder = state === "" ? "" : `${state}: 2026-11-19T20:30:00Z`;
  return (
    <span class="control-line">
      <input {...control} {...plain} placeholder={placeholder} />
      <button
        type="button"
        onClick={put}
        aria-label={words.of(words.now, visibleText(part.name ?? ""))}
      >
        {words.now}
      </button>
    </span>
  );
}

interface NumberProps extends ControlProps {
  readonly isInteger: boolean;
}

/** No `type=number`: browsers drop what is no number yet, and digits of long ones. */
function NumberControl({ part, isInteger }: NumberProps): JSX.Element {
  const control = useControl(part);
  return (
    <>
      <input {...control} {...plain} inputMode={isInteger ? "numeric" : "decimal"} />
      <Unfinished part={part} sentence={words.notNumber} />
    </>
  );
}

function Unfinished({ part, sentence }: ControlProps & { sentence: string }): JSX.Element | null {
  if (part.value?.kind !== "unfinished") return null;
  return <p class="field-hint">{sentence}</p>;
}

interface Choice {
  readonly value: string;
  readonly title: string;
}

const truths: readonly Choice[] = ["true", "false"].map((value) => ({ value, title: value }));

function choiceOf({ value, title }: Option, index: number): Choice {
  const text = title ?? textOfValue(value);
  return { value: String(index), title: visibleText(text) };
}

function textOfValue(value: Exact): string {
  return value.kind === "text" && value.value !== "" ? value.value : printExact(value);
}

interface SelectProps extends ControlProps {
  readonly options: readonly Choice[];
}

/** One more state than the options have: not sent. */
function Select({ part, options }: SelectProps): JSX.Element {
  const { placeholder, ...control } = useControl(part);
  return (
    <>
      <select {...control}>
        <option value="">{part.isExtra ? words.choose : placeholder || words.notSent}</option>
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <Unfinished part={part} sentence={words.notChosen} />
    </>
  );
}
