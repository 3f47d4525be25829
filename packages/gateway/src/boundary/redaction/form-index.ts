import { tellingLength } from "./secret-forms.ts";
import type { FindForms, Span } from "./span.ts";
import { block, createStrides, type Strides } from "./strides.ts";

/** The forms of all live secrets. Supports adding and removing. */
export interface FormIndex {
  /** Reference-counted: a form added twice must be removed twice. */
  readonly add: (form: string) => void;
  readonly remove: (form: string) => void;
  readonly find: FindForms;
}

/** Below this number, entries left by removed forms cost nothing noticeable. */
const mostGone = 1_000;

/** Creates the index. Searches one by one for forms too short for strides. */
export function createFormIndex(): FormIndex {
  /** Number of secrets per form. */
  const forms = new Map<string, number>();
  const short = new Set<string>();
  let strides = createStrides(tellingLength);
  let gone = 0;

  const tidied = (): Strides => {
    gone = 0;
    const long = [...forms.keys()].filter((form) => !isShort(form));
    const window = long.reduce((least, { length }) => Math.min(least, length), tellingLength);
    const fresh = createStrides(window);
    for (const form of long) fresh.add(form);
    return fresh;
  };
  const addLong = (form: string): void => {
    if (form.length < strides.window) strides = tidied();
    else strides.add(form);
  };
  const removeLong = (form: string): void => {
    strides.remove(form);
    gone += 1;
    if (gone > mostGone + forms.size) strides = tidied();
  };

  return {
    add: (form) => {
      const known = forms.get(form) ?? 0;
      forms.set(form, known + 1);
      if (known > 0) return;
      if (isShort(form)) short.add(form);
      else addLong(form);
    },
    remove: (form) => {
      const left = (forms.get(form) ?? 0) - 1;
      if (left > 0) forms.set(form, left);
      if (left !== 0) return;
      forms.delete(form);
      if (isShort(form)) short.delete(form);
      else removeLong(form);
    },
    find: (text) => {
      const found = strides.find(text);
      if (short.size === 0) return found;
      const others = [...short].flatMap((form) => occurrences(text, form));
      return [...found, ...others].toSorted((a, b) => a.start - b.start);
    },
  };
}

function isShort({ length }: string): boolean {
  return length <= block;
}

function occurrences(text: string, form: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    spans.push({ start: at, end: at + form.length });
  }
  return spans;
}
