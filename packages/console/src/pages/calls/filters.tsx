import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Choices } from "../../ui/choices.tsx";
import { useWorkspace } from "../../workspace.ts";
import {
  filtersIn,
  isoTime,
  listPath,
  localTime,
  textFilters,
  timeFilters,
  withFilter,
} from "./query.ts";
import { callStatuses } from "./shapes.ts";
import { texts } from "./words.ts";

/** The outcome, as links. */
export function Statuses({ filters }: { readonly filters: URLSearchParams }): JSX.Element {
  const choiceOf = (value: string, title: string) => ({
    value,
    title,
    path: listPath(withFilter(filters, "status", value)),
  });
  const choices = [
    choiceOf("", texts.all),
    ...callStatuses.map((status) => choiceOf(status, texts.statuses[status])),
  ];
  return <Choices label={texts.status} current={filters.get("status") ?? ""} choices={choices} />;
}

/** The other filters. They become part of the address, and the list begins anew. */
export function Filters({ filters }: { readonly filters: URLSearchParams }): JSX.Element {
  const { router } = useWorkspace();
  const submit = (event: Event): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    router.go(listPath(filtersOf(new FormData(form), filters)));
  };
  const isSet = [...textFilters, ...timeFilters].some((name) => filters.has(name));
  return (
    <details class="call-filters" open={isSet}>
      <summary>{texts.filters}</summary>
      <form key={filters.toString()} onSubmit={submit}>
        {textFilters.map((name) => (
          <TextField key={name} name={name} value={filters.get(name) ?? ""} />
        ))}
        {timeFilters.map((name) => (
          <label key={name}>
            <span>{texts[name]}</span>
            <input
              type="datetime-local"
              step="1"
              name={name}
              defaultValue={localTime(filters.get(name))}
            />
          </label>
        ))}
        <span class="buttons">
          <button type="submit">{texts.apply}</button>
          <a class="button" href={href("/calls")}>
            {texts.clear}
          </a>
        </span>
      </form>
    </details>
  );
}

const hints: Readonly<Record<string, string>> = { subject: texts.subjectHint, id: texts.idHint };

interface TextFieldProps {
  readonly name: (typeof textFilters)[number];
  readonly value: string;
}

function TextField({ name, value }: TextFieldProps): JSX.Element {
  return (
    <label>
      <span>{texts[name]}</span>
      <input
        name={name}
        defaultValue={value}
        placeholder={hints[name]}
        autocomplete="off"
        spellcheck={false}
        {...(name === "id" && { pattern: "[\\w\\-]{4,64}" })}
      />
    </label>
  );
}

function filtersOf(form: FormData, before: URLSearchParams): URLSearchParams {
  const typed = new URLSearchParams({ status: before.get("status") ?? "" });
  for (const name of textFilters) typed.set(name, textIn(form, name).trim());
  for (const name of timeFilters) typed.set(name, isoTime(textIn(form, name)));
  return filtersIn(typed);
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
