import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { isList, type Json, type JsonMembers, parseJson } from "../../ui/json.ts";
import { policyWords } from "./words.ts";

const words = policyWords.asking;

/** A question to a policy, as the API takes it. */
export interface Question {
  readonly principal: {
    readonly id: string;
    readonly kind: string;
    readonly tenant?: string;
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
  };
  readonly tool: string;
  readonly arguments: JsonMembers;
}

export interface QuestionFormProps {
  readonly isBusy: boolean;
  readonly onAsk: (question: Question) => void;
}

/** Takes a principal, a tool and arguments. */
export function QuestionForm({ isBusy, onAsk }: QuestionFormProps): JSX.Element {
  const isWrong = useSignal(false);
  const id = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const given = new FormData(event.currentTarget);
    const args = objectIn(fieldIn(given, "arguments"));
    isWrong.value = args === undefined;
    if (args !== undefined) onAsk({ ...askedIn(given), arguments: args });
  };
  return (
    <form class="ask" onSubmit={submit}>
      <Field name="id" label={words.id} hint={words.idHint} isRequired />
      <label>
        <span>{words.kind}</span>
        <select name="kind">
          {(["user", "system", "local"] as const).map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <Field name="tenant" label={words.tenant} />
      <Field name="roles" label={words.roles} hint={words.several} />
      <Field name="scopes" label={words.scopes} hint={words.several} />
      <Field name="tool" label={words.tool} hint={words.toolHint} isRequired />
      <label class="ask-arguments">
        <span>{words.arguments}</span>
        <textarea
          name="arguments"
          rows={4}
          spellcheck={false}
          aria-describedby={id}
          aria-invalid={isWrong.value}
        >
          {"{}"}
        </textarea>
      </label>
      <p id={id} class={isWrong.value ? "bad" : "muted"} role="status">
        {isWrong.value ? words.notObject : words.argumentsHint}
      </p>
      <button class="primary" disabled={isBusy}>
        {words.submit}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
}

function Field({ name, label, hint, isRequired = false }: FieldProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <input
        name={name}
        required={isRequired}
        placeholder={hint}
        autoComplete="off"
        spellcheck={false}
      />
    </label>
  );
}

function askedIn(given: FormData): Omit<Question, "arguments"> {
  const tenant = fieldIn(given, "tenant").trim();
  return {
    principal: {
      id: fieldIn(given, "id").trim(),
      kind: fieldIn(given, "kind"),
      roles: wordsIn(fieldIn(given, "roles")),
      scopes: wordsIn(fieldIn(given, "scopes")),
      ...(tenant !== "" && { tenant }),
    },
    tool: fieldIn(given, "tool").trim(),
  };
}

function fieldIn(given: FormData, name: string): string {
  const value = given.get(name);
  return typeof value === "string" ? value : "";
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function objectIn(text: string): JsonMembers | undefined {
  try {
    const value: Json = parseJson(text.trim() === "" ? "{}" : text);
    const isObject = typeof value === "object" && value !== null && !isList(value);
    return isObject ? value : undefined;
  } catch {
    return undefined;
  }
}
