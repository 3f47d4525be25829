import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Choices } from "../../ui/choices.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import type { JsonMembers } from "../../ui/json.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { serverPath } from "../../ui/server-path.ts";
import { Time } from "../../ui/time.tsx";
import { useWorkspace } from "../../workspace.ts";
import { toolPath } from "./filter.ts";
import type { TabProps } from "./tool.tsx";
import type { Tool } from "./tool-shapes.ts";
import { texts } from "./words.ts";

/** What a tool promises, as callers see it and as its server sent it. */
export function ContractTab({ tool, query }: TabProps): JSX.Element {
  const { presented, received } = tool.contract;
  return (
    <>
      <Facts tool={tool} />
      {presented === null || received === null ? (
        <p class="note">{texts.tooLarge}</p>
      ) : (
        <Definition
          tool={tool}
          forms={{ presented, received }}
          shown={query.get("view") === "received" ? "received" : "presented"}
        />
      )}
    </>
  );
}

interface DefinitionProps {
  readonly tool: Tool;
  readonly forms: Readonly<Record<"presented" | "received", JsonMembers>>;
  readonly shown: "presented" | "received";
}

function Definition({ tool, forms, shown }: DefinitionProps): JSX.Element {
  const view = forms[shown];
  const changed = differing(view, forms[shown === "received" ? "presented" : "received"]);
  return (
    <section class="card">
      <header class="card-head">
        <h2>{texts.contract}</h2>
        <Choices
          label={texts.forms}
          current={shown}
          choices={[
            { value: "presented", title: texts.presented, path: toolPath(tool) },
            { value: "received", title: texts.received, path: toolPath(tool, "?view=received") },
          ]}
        />
      </header>
      <p class="muted">
        {shown === "received" ? texts.receivedHint : texts.presentedHint}{" "}
        {changed.length > 0 && texts.differs}
      </p>
      <Tree key={shown} value={view} changed={changed} />
    </section>
  );
}

/** Names of members that another form of the contract lacks, or has otherwise. */
function differing(one: JsonMembers, other: JsonMembers): readonly string[] {
  return Object.keys(one).filter((name) => textIn(one, name) !== textIn(other, name));
}

/** Empty for a member that is not there. */
function textIn(members: JsonMembers, name: string): string {
  return Object.hasOwn(members, name) ? JSON.stringify(members[name]) : "";
}

interface TreeProps {
  readonly value: JsonMembers;
  readonly changed: readonly string[];
}

function Tree({ value, changed }: TreeProps): JSX.Element {
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const open = (pointer: string): void => {
    opened.value = new Set([...opened.value, pointer]);
  };
  return <JsonTree value={value} at="" changed={changed} opened={opened.value} onOpen={open} />;
}

function Facts({ tool }: { readonly tool: Tool }): JSX.Element {
  const { server, name, description, contract, explanation, untyped } = tool;
  return (
    <section class="card facts">
      <dl>
        <Fact name={texts.server}>
          {explanation.mode === undefined ? (
            <Foreign text={server} />
          ) : (
            <a href={href(serverPath(server))}>
              <Foreign text={server} />
            </a>
          )}
        </Fact>
        <Fact name={texts.ownName}>
          <Foreign text={name} />
        </Fact>
        <Fact name={texts.because}>
          <Foreign text={explanation.effectBecause} />
        </Fact>
        <LockFact tool={tool} />
        <Fact name={texts.digest} isCode>
          <Foreign text={contract.digest} />
        </Fact>
        <Fact name={texts.lockDigest} isCode>
          <Foreign text={contract.lockDigest} />
        </Fact>
      </dl>
      <h2>{texts.says}</h2>
      {description === "" ? (
        <p class="muted">{texts.noDescription}</p>
      ) : (
        <blockquote>
          <Foreign text={description} lines />
        </blockquote>
      )}
      {untyped && <p class="muted">{texts.untyped}</p>}
    </section>
  );
}

function LockFact({ tool: { lock } }: { readonly tool: Tool }): JSX.Element {
  const now = useWorkspace().now.value;
  return (
    <Fact name={texts.lock}>
      {lock === null ? (
        texts.notLocked
      ) : (
        <>
          <Foreign text={texts.locked(lock.approvedBy)} /> <Time at={lock.approvedAt} now={now} />
        </>
      )}
    </Fact>
  );
}
