import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Loader } from "../../api/loaded.ts";
import { href } from "../../router.ts";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { longValuesIn } from "../../ui/json.ts";
import { Failure } from "../../ui/problem.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import type { PageProps } from "../section.ts";
import "./drafts.css";
import { DraftDecision } from "./draft-decision.tsx";
import { DraftEdit } from "./draft-edit.tsx";
import { DraftPlace } from "./draft-place.tsx";
import { DraftTool } from "./draft-tool.tsx";
import { type Draft, draft as readDraft } from "./shapes.ts";
import { StandingTag } from "./standing-tag.tsx";
import { draftWords as words } from "./words.ts";

const views = ["review", "exact", "edit"] as const;

/** One draft: where it comes from, what it would be, and the decision. */
export function DraftPage({ parts: [set = "", name = ""], query }: PageProps): JSX.Element {
  const place = `${encodeURIComponent(set)}/${encodeURIComponent(name)}`;
  const loader = useAnswer(`drafts/${place}`, readDraft, {
    isAbout: (topic) => topic === "drafts",
  });
  const { value } = loader.loaded.value;
  const view = views.find((each) => each === query.get("view")) ?? "review";
  return (
    <>
      <a class="back" href={href("/drafts")}>
        <Icon name="left" />
        {words.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>
          {value === undefined ? words.one : <Foreign text={`${value.set}/${value.name}`} />}
        </h1>
        {value !== undefined && <StandingTag standing={value.standing} />}
      </header>
      <Choices
        label={words.views}
        current={view}
        choices={views.map((each) => ({
          value: each,
          title: words[each],
          path: `/drafts/${place}${each === "review" ? "" : `?view=${each}`}`,
        }))}
      />
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          {view === "edit" ? (
            <DraftEdit draft={value} onSaved={loader.reload} />
          ) : (
            <Review key={value.digest} isExact={view === "exact"} draft={value} loader={loader} />
          )}
          <SameInTerminal line={`npx toolcourt drafts show ${shellNameOf(value)} --full`} />
        </>
      )}
    </>
  );
}

/** A name of a document may be one that a shell reads otherwise. */
function shellNameOf({ set, name }: Draft): string {
  const plain = /^\w[\w.-]*$/;
  return plain.test(set) && plain.test(name) ? `${set}/${name}` : "<set>/<name>";
}

interface ReviewProps {
  readonly isExact: boolean;
  readonly draft: Draft;
  readonly loader: Loader<Draft>;
}

function Review({ isExact, draft, loader }: ReviewProps): JSX.Element {
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const long = useMemo(
    () => [...longValuesIn(draft.tool, "/tool"), ...longValuesIn(draft.operation, "/operation")],
    [draft.digest],
  );
  const open = (pointers: readonly string[]): void => {
    opened.value = new Set([...opened.value, ...pointers]);
  };
  if (isExact) {
    return (
      <section class="card">
        <p class="muted">{words.exactHint}</p>
        <pre tabIndex={0} aria-label={words.exact}>
          {draft.visible}
        </pre>
      </section>
    );
  }
  return (
    <>
      <div class="side-by-side">
        <DraftPlace draft={draft} />
        <DraftTool draft={draft} opened={opened.value} onOpen={(pointer) => open([pointer])} />
      </div>
      <DraftDecision
        draft={draft}
        loader={loader}
        closed={long.filter((pointer) => !opened.value.has(pointer))}
        onOpen={open}
      />
    </>
  );
}
