import type { JSX } from "preact";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import type { PageProps } from "../section.ts";
import "./policy.css";
import { AskPolicy } from "./ask-policy.tsx";
import { ChangePolicy } from "./change-policy.tsx";
import { PolicyState } from "./policy-state.tsx";
import { PolicyText } from "./policy-text.tsx";
import { type Policy, policy as readPolicy } from "./shapes.ts";
import { VersionsCard } from "./versions.tsx";
import { policyWords as words } from "./words.ts";

const tabs = ["text", "ask", "change"] as const;
type Tab = (typeof tabs)[number];

/** The policy: its text, a question to it, and a change of it. */
export function PolicyPage({ query }: PageProps): JSX.Element {
  const loader = useAnswer("policy", readPolicy);
  const { value } = loader.loaded.value;
  const tab = tabs.find((each) => each === query.get("tab")) ?? "text";
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        {value !== undefined && <UsableTag isUsable={value.usable} />}
      </header>
      <Choices
        label={words.tabs}
        current={tab}
        choices={tabs.map((each) => ({
          value: each,
          title: words[each],
          path: each === "text" ? "/policy" : `/policy?tab=${each}`,
        }))}
      />
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          <PolicyState policy={value} />
          <Part tab={tab} policy={value} line={lineIn(query)} onPut={loader.reload} />
          <SameInTerminal line={lineOf(tab, value)} />
        </>
      )}
    </>
  );
}

function lineIn(query: URLSearchParams): number | undefined {
  const line = query.get("line") ?? "";
  return /^\d{1,6}$/.test(line) ? Number(line) : undefined;
}

function lineOf(tab: Tab, { from, name }: Policy): string {
  const file = from === "file" && /^\w[\w./-]*$/.test(name) ? name : "<file>";
  if (tab === "ask") return `npx toolcourt policy explain ${file} <cases>`;
  if (tab === "change") return `npx toolcourt policy try ${file}`;
  return from === "store" ? "npx toolcourt policy show" : `npx toolcourt policy test ${file}`;
}

function UsableTag({ isUsable }: { readonly isUsable: boolean }): JSX.Element {
  return (
    <span class={isUsable ? "tag tag-good" : "tag tag-bad"}>
      <Icon name={isUsable ? "check" : "warn"} />
      {isUsable ? words.usable : words.unusable}
    </span>
  );
}

interface PartProps {
  readonly tab: Tab;
  readonly policy: Policy;
  readonly line: number | undefined;
  readonly onPut: () => void;
}

function Part({ tab, policy, line, onPut }: PartProps): JSX.Element {
  if (tab === "ask") return <AskPolicy policy={policy} />;
  if (tab === "change") {
    return <ChangePolicy key={policy.version} policy={policy} onPut={onPut} />;
  }
  return (
    <>
      <section class="card">
        {policy.text === null ? (
          <p class="muted">{words.unread}</p>
        ) : (
          <PolicyText text={policy.text} marks={policy.marks} current={line} />
        )}
      </section>
      {policy.from === "store" && <VersionsCard />}
    </>
  );
}
