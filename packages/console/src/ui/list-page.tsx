import type { JSX } from "preact";
import type { Read } from "../api/decode.ts";
import { useWorkspace } from "../workspace.ts";
import { SameInTerminal } from "./command.tsx";
import type { Column } from "./csv.ts";
import { Export } from "./export.tsx";
import { chosen, type Filter, FilterForm, withQuery } from "./filter-form.tsx";
import { Pager } from "./pager.tsx";
import { Failure } from "./problem.tsx";
import { useAnswer } from "./use-answer.ts";

export interface ListedPage<Row> {
  readonly results: readonly Row[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

export interface ListPageProps<Row> {
  /** How the address, the API and the command call the list. */
  readonly name: string;
  readonly words: { readonly title: string; readonly hint: string; readonly list: string };
  readonly query: URLSearchParams;
  readonly filters: readonly Filter[];
  readonly read: Read<ListedPage<Row>>;
  /** The columns of the exported file. */
  readonly columns: readonly Column<Row>[];
  /** The heads of the table. The last one is that of the time. */
  readonly heads: readonly string[];
  readonly line: (row: Row, now: number) => JSX.Element;
  readonly empty: (isFiltered: boolean) => JSX.Element;
}

/** A list with filters, the newest first, in pages. */
export function ListPage<Row>(props: ListPageProps<Row>): JSX.Element {
  const { name, words, query, filters, read, columns, empty } = props;
  const keys = filters.map(({ key }) => key);
  const filter = chosen(query, keys);
  const loader = useAnswer(withQuery(name, chosen(query, [...keys, "cursor"])), read);
  const { value } = loader.loaded.value;
  const rows = value?.results ?? [];
  const path = `/${name}`;
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name={name} columns={columns} rows={rows} />
      </header>
      <p class="muted">{words.hint}</p>
      <FilterForm path={path} filters={filters} query={query} />
      <Failure loader={loader} />
      {rows.length > 0 && <Table {...props} rows={rows} />}
      {value?.results.length === 0 && empty(filter.size > 0)}
      <Pager path={withQuery(path, filter)} cursor={query.get("cursor")} next={value?.next} />
      <SameInTerminal line={`npx toolcourt ${name} list`} />
    </>
  );
}

interface TableProps<Row> extends Pick<ListPageProps<Row>, "words" | "heads" | "line"> {
  readonly rows: readonly Row[];
}

function Table<Row>({ words, heads, rows, line }: TableProps<Row>): JSX.Element {
  const now = useWorkspace().now.value;
  return (
    <div class="card requests">
      <table class="list" aria-label={words.list}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" class={at === heads.length - 1 ? "right" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row) => line(row, now))}</tbody>
      </table>
    </div>
  );
}
