import type { JSX } from "preact";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useKept } from "../../ui/use-kept.ts";
import type { PageProps } from "../section.ts";
import { filterIn, pathOf, questionOf, type ToolFilter } from "./filter.ts";
import { type ToolPage, type ToolRow, toolPage, toolStates } from "./shapes.ts";
import { SearchField, ServerChoice } from "./tool-filters.tsx";
import { ToolTable } from "./tool-table.tsx";
import { texts } from "./words.ts";
import "./tools.css";

/** Every tool that the gateway knows, as far as the filters let it pass. */
export function ToolsPage({ query }: PageProps): JSX.Element {
  const filter = filterIn(query);
  const loader = useAnswer(questionOf(filter), toolPage, { isAbout: (topic) => topic === "tools" });
  const page = useKept(loader);
  const { value, failure } = loader.loaded.value;
  return (
    <>
      <Head filter={filter} page={page} />
      {(page === undefined || failure !== undefined) && <Failure loader={loader} />}
      {page !== undefined && <Found page={page} filter={filter} isLoading={value === undefined} />}
      <SameInTerminal
        line={filter.state === "held" ? "npx toolcourt tools --held" : "npx toolcourt tools"}
      />
    </>
  );
}

interface HeadProps {
  readonly filter: ToolFilter;
  readonly page: ToolPage | undefined;
}

function Head({ filter, page }: HeadProps): JSX.Element {
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{texts.title}</h1>
        <Export name="tools" columns={columns} rows={page?.tools ?? []} />
      </header>
      <div class="tool-filters" role="search">
        <SearchField filter={filter} />
        <ServerChoice filter={filter} servers={page?.servers ?? []} />
        <States filter={filter} page={page} />
      </div>
    </>
  );
}

function States({ filter, page }: HeadProps): JSX.Element {
  const { summary } = page ?? {};
  const counts = {
    callable: summary?.callable,
    "callable-with-approval": summary?.withApproval,
    held: summary?.held,
  };
  const all = {
    value: "",
    title: texts.all(summary?.tools),
    path: pathOf({ ...filter, state: "" }),
  };
  return (
    <Choices
      label={texts.state}
      current={filter.state}
      choices={[
        all,
        ...toolStates.map((state) => ({
          value: state,
          title: texts.counted(texts.filters[state], counts[state]),
          path: pathOf({ ...filter, state }),
        })),
      ]}
    />
  );
}

interface FoundProps {
  readonly page: ToolPage;
  readonly filter: ToolFilter;
  /** Whether the page is that of the filter before. */
  readonly isLoading: boolean;
}

function Found({ page, filter, isLoading }: FoundProps): JSX.Element {
  const { tools, matching, summary, next } = page;
  if (summary.tools === 0) {
    return <Empty sentence={texts.noTools} command={texts.noToolsCommand} />;
  }
  return (
    <>
      <p class="muted" role="status">
        {texts.found(matching, summary.tools)}
      </p>
      {tools.length === 0 ? (
        <Empty sentence={texts.none} />
      ) : (
        <ToolTable rows={tools} isBusy={isLoading} />
      )}
      <Pager path={pathOf(filter)} cursor={filter.cursor} next={next} titles={texts.pages} />
    </>
  );
}

const columns: readonly Column<ToolRow>[] = [
  { name: "server", cell: ({ server }) => server },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "name", cell: ({ name }) => name },
  { name: "state", cell: ({ state }) => state },
  { name: "reason", cell: ({ reason }) => reason },
  { name: "effect", cell: ({ effect }) => effect },
  { name: "approval", cell: ({ approval }) => approval },
  { name: "maxInstances", cell: ({ limits }) => limits.maxInstances },
  { name: "timeoutMs", cell: ({ limits }) => limits.timeoutMs },
  { name: "next", cell: ({ next }) => next },
];
