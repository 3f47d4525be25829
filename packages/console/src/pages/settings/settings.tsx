import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { Limits } from "./limits.tsx";
import { Reload } from "./reload.tsx";
import {
  type OriginKind,
  origins,
  type Setting,
  type SettingsPageShape,
  settingsPage,
} from "./shapes.ts";
import { Tabs } from "./tabs.tsx";
import { settingsWords as words } from "./words.ts";
import "./settings.css";

interface Filter {
  readonly q: string;
  readonly origin: OriginKind | undefined;
}

/** The configuration that is in force. It is a file, so nothing is changed here. */
export function SettingsPage({ query }: PageProps): JSX.Element {
  const filter = filterIn(query);
  const cursor = query.get("cursor");
  const asked = queryOf(filter, cursor);
  const loader = useAnswer(`config/effective${asked}`, settingsPage);
  const { value } = loader.loaded.value;
  const rows = value?.settings ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <Export name="settings" columns={columns} rows={rows} />
      </header>
      <Tabs current="configuration" />
      <p>{value?.file === null ? words.noFile : words.explained}</p>
      <Waiting files={value?.waiting ?? []} />
      <Reload onReloaded={loader.reload} />
      <Search filter={filter} />
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          <Found page={value} filter={filter} cursor={cursor} />
          <Limits limits={value.limits} />
        </>
      )}
      <SameInTerminal line="npx toolcourt effective" />
    </>
  );
}

function filterIn(query: URLSearchParams): Filter {
  const wanted = query.get("origin");
  return { q: query.get("q") ?? "", origin: origins.find((each) => each === wanted) };
}

/** With its question mark. Empty without a filter. */
function queryOf({ q, origin }: Filter, cursor: string | null = null): string {
  const query = new URLSearchParams({
    ...(q === "" ? {} : { q }),
    ...(origin === undefined ? {} : { origin }),
    ...(cursor === null ? {} : { cursor }),
  }).toString();
  return query === "" ? "" : `?${query}`;
}

function Search({ filter }: { readonly filter: Filter }): JSX.Element {
  const { router } = useWorkspace();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = form instanceof HTMLFormElement ? new FormData(form).get("q") : "";
    const q = typeof given === "string" ? given.trim() : "";
    router.go(`/settings${queryOf({ ...filter, q })}`);
  };
  const choices = [undefined, ...origins].map((origin) => ({
    value: origin ?? "all",
    title: words[origin ?? "all"],
    path: `/settings${queryOf({ ...filter, origin })}`,
  }));
  return (
    <search class="settings-search">
      <form onSubmit={submit}>
        <input
          key={filter.q}
          name="q"
          type="search"
          maxLength={100}
          defaultValue={filter.q}
          aria-label={words.search}
          placeholder={words.search}
        />
        <button>{words.find}</button>
      </form>
      <Choices label={words.sources} current={filter.origin ?? "all"} choices={choices} />
    </search>
  );
}

function Waiting({ files }: { readonly files: SettingsPageShape["waiting"] }): JSX.Element {
  return (
    <>
      {files.map(({ file, state }) => (
        <p key={file} class="note" role="status">
          <Icon name="warn" />
          <span>
            {words.kinds[file]} {words.states[state]}
          </span>
        </p>
      ))}
    </>
  );
}

interface FoundProps {
  readonly page: SettingsPageShape;
  readonly filter: Filter;
  readonly cursor: string | null;
}

function Found({ page, filter, cursor }: FoundProps): JSX.Element {
  const { settings, total, next } = page;
  return (
    <>
      {settings.length === 0 ? (
        <Empty sentence={words.noMatch} />
      ) : (
        <>
          <p class="muted">{words.total(total)}</p>
          <SettingsTable rows={settings} />
        </>
      )}
      {(cursor !== null || next !== undefined) && (
        <p class="pages">
          {cursor !== null && <a href={href(`/settings${queryOf(filter)}`)}>{words.first}</a>}
          {next !== undefined && (
            <a href={href(`/settings${queryOf(filter, next)}`)}>{words.more}</a>
          )}
        </p>
      )}
    </>
  );
}

function SettingsTable({ rows }: { readonly rows: readonly Setting[] }): JSX.Element {
  return (
    <div class="card requests">
      <table class="list settings" aria-label={words.list}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.source}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path} tabIndex={-1} data-row>
              <th scope="row" class="code">
                <Foreign text={row.path} />
              </th>
              <td class="code" data-label={words.value}>
                <Foreign text={row.value} />
              </td>
              <td class="muted" data-label={words.source}>
                <Foreign text={sourceOf(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sourceOf({ origin: { kind, file = "", line = 0, name = "" } }: Setting): string {
  if (kind === "file") return words.line(file, line);
  return kind === "variable" ? words.inVariable(name) : words.isDefault;
}

const columns: readonly Column<Setting>[] = [
  { name: "path", cell: ({ path }) => path },
  { name: "value", cell: ({ value }) => value },
  { name: "origin", cell: ({ origin }) => origin.kind },
  { name: "file", cell: ({ origin }) => origin.file ?? null },
  { name: "line", cell: ({ origin }) => origin.line ?? null },
  { name: "variable", cell: ({ origin }) => origin.name ?? null },
];
