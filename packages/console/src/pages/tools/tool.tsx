import type { JSX } from "preact";
import type { Loader } from "../../api/loaded.ts";
import { href } from "../../router.ts";
import { Command, SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { EffectTag } from "../../ui/tags.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import type { PageProps } from "../section.ts";
import { ContractTab } from "./contract-tab.tsx";
import { DriftTab } from "./drift-tab.tsx";
import { toolPath } from "./filter.ts";
import { FindingsTab } from "./findings-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { type Tool, toolAnswer } from "./tool-shapes.ts";
import { ToolStateTag } from "./tool-state-tag.tsx";
import { type OwnTab, ownTabs, ToolTabs } from "./tool-tabs.tsx";
import { texts } from "./words.ts";
import "./tools.css";

/** One tool: its contract, what rules say, how it differs from the lock, and what applies to it. */
export function ToolPage({ parts: [server = "", name = ""], query }: PageProps): JSX.Element {
  const question = `tools/${encodeURIComponent(server)}/${encodeURIComponent(name)}`;
  const loader = useAnswer(question, toolAnswer, { isAbout: (topic) => topic === "tools" });
  const { value } = loader.loaded.value;
  const tab = ownTabs.find((each) => each === query.get("tab")) ?? "contract";
  return (
    <>
      <a class="back" href={href("/tools")}>
        <Icon name="left" />
        {texts.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>{value === undefined ? texts.one : <Foreign text={value.tool} />}</h1>
        {value !== undefined && <ToolStateTag state={value.state} />}
        {value !== undefined && <EffectTag effect={value.effect} />}
      </header>
      <Failure loader={loader} />
      {value !== undefined && <Content {...{ loader, tool: value, tab, query }} />}
    </>
  );
}

export interface TabProps {
  readonly tool: Tool;
  readonly loader: Loader<Tool>;
  readonly query: URLSearchParams;
}

const tabs: Record<OwnTab, (props: TabProps) => JSX.Element> = {
  contract: ContractTab,
  findings: FindingsTab,
  drift: DriftTab,
  settings: SettingsTab,
};

function Content({ tab, ...props }: TabProps & { readonly tab: OwnTab }): JSX.Element {
  const { tool } = props;
  const Tab = tabs[tab];
  return (
    <>
      <Why tool={tool} />
      <ToolTabs tool={tool} current={tab} findings={tool.explanation.findings.length} />
      <Tab {...props} />
      <SameInTerminal line={commandFor(tab, tool)} />
    </>
  );
}

/** Why it is held, and the next step. */
function Why({ tool }: { readonly tool: Tool }): JSX.Element | null {
  const { state, reason, change, next } = tool;
  if (reason === null) return null;
  const sentence = state === "held" ? texts.held(reason) : texts.asks(reason);
  return (
    <div class="note">
      <Icon name={state === "held" ? "lock" : "approvals"} />
      <p>
        <Foreign text={sentence} /> {change !== null && <Foreign text={change} />}
      </p>
      {change !== null && (
        <a class="own-target" href={href(toolPath(tool, "?tab=drift"))}>
          {texts.seeChange}
        </a>
      )}
      {next !== null && <Command line={`npx ${next}`} />}
    </div>
  );
}

/** Only a name that is safe in a shell becomes part of a command. It is that of the answer. */
function commandFor(tab: OwnTab, { tool }: Tool): string {
  if (tab === "drift") return "npx toolcourt lock --json";
  return `npx toolcourt explain ${/^\w[\w./-]*$/.test(tool) ? tool : "--help"}`;
}
