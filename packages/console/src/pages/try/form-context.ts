import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FormState } from "./form-state.ts";
import type { Issue } from "./issues.ts";

/** What all fields of a form share. */
export interface FormFields {
  readonly form: FormState;
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  /** Moves the focus to a control once it is drawn. */
  readonly focus: (id: string) => void;
}

export const FormContext = createContext<FormFields | undefined>(undefined);

export function useForm(): FormFields {
  const fields = useContext(FormContext);
  if (fields === undefined) throw new Error("Only fields of a form use it.");
  return fields;
}

/** Returns the id of a part's control. Names of members may have anything in them. */
export function idOf(pointer: string): string {
  return `at${pointer.replaceAll(/[^\w/-]/g, (each) => `.${each.charCodeAt(0).toString(16)}.`)}`;
}
