import type { ComponentChildren, JSX } from "preact";
import { Command } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Time } from "../../ui/time.tsx";
import { useWorkspace } from "../../workspace.ts";
import type { Policy } from "./shapes.ts";
import { policyWords as words } from "./words.ts";

/** Where the policy comes from, and what is wrong with it. */
export function PolicyState({ policy }: { readonly policy: Policy }): JSX.Element {
  const now = useWorkspace().now.value;
  const { from, name, version, inForce, statements, waitsForReload, by, at } = policy;
  return (
    <section class="card facts">
      <dl>
        <Fact name={words.from}>
          {words.froms[from]} {from === "file" && <Foreign text={name} />}
        </Fact>
        <Fact name={words.statements}>{statements}</Fact>
        {by !== undefined && (
          <Fact name={words.putBy}>
            <Foreign text={by} />
          </Fact>
        )}
        {at !== undefined && (
          <Fact name={words.putAt}>
            <Time at={at} now={now} />
          </Fact>
        )}
        <Fact name={words.version} isCode>
          <Foreign text={version ?? inForce ?? ""} />
        </Fact>
      </dl>
      <Problems problems={policy.problems} />
      {waitsForReload && (
        <p class="note">
          <Icon name="clock" />
          {words.waits} <Command line={words.reload} />
        </p>
      )}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly isCode?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, isCode = false, children }: FactProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? "code" : undefined}>{children}</dd>
    </div>
  );
}

/** The text shows the places of all of them. */
const maxProblems = 20;

function Problems({ problems }: Pick<Policy, "problems">): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <div class="problem" role="alert">
      <p>
        <Icon name="warn" />
        <strong>{words.unusableNote}</strong>
      </p>
      <ul>
        {problems.slice(0, maxProblems).map((problem) => (
          <li key={problem}>
            <Foreign text={problem} />
          </li>
        ))}
      </ul>
    </div>
  );
}
