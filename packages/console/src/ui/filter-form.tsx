import type { JSX, TargetedSubmitEvent } from "preact";
import { href } from "../router.ts";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";

export interface Filter {
  /** The key of the query. */
  readonly key: string;
  readonly label: string;
  /** Shown while the field is empty. Default: nothing. */
  readonly example?: string;
}

export interface FilterFormProps {
  /** The list, below `/console`. */
  readonly path: string;
  readonly filters: readonly Filter[];
  readonly query: URLSearchParams;
}

/** Fields that filter a list. The address keeps them, so a new filter begins at the first page. */
export function FilterForm({ path, filters, query }: FilterFormProps): JSX.Element {
  const { router } = useWorkspace();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const given = filters.flatMap(({ key }) => {
      const value = fields.get(key);
      return typeof value === "string" && value.trim() !== "" ? [[key, value.trim()]] : [];
    });
    router.go(withQuery(path, new URLSearchParams(given)));
  };
  const isFiltered = filters.some(({ key }) => query.has(key));
  return (
    <form class="filters" role="search" onSubmit={submit} key={query.toString()}>
      {filters.map(({ key, label, example }) => (
        <label key={key}>
          <span>{label}</span>
          <input
            name={key}
            autoComplete="off"
            spellcheck={false}
            defaultValue={query.get(key) ?? ""}
            placeholder={example}
          />
        </label>
      ))}
      <button>{words.filter}</button>
      {isFiltered && <a href={href(path)}>{words.clearFilter}</a>}
    </form>
  );
}

/** Adds a query to a path, if there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The parts of a query that a list understands, without the others. */
export function chosen(query: URLSearchParams, keys: readonly string[]): URLSearchParams {
  return new URLSearchParams(
    keys.flatMap((key) => {
      const value = query.get(key);
      return value === null || value === "" ? [] : [[key, value]];
    }),
  );
}
