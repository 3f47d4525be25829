import type { JSX } from "preact";
import type { Loader } from "../../api/loaded.ts";
import { Command } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import { Admission } from "./admission.tsx";
import { Changes } from "./changes.tsx";
import { type ChangeEffect, type Drift, drift as readDrift } from "./drift-shapes.ts";
import { driftTexts } from "./drift-words.ts";
import type { TabProps } from "./tool.tsx";

/** How the tool differs from the lock, what that means, and the decision. */
export function DriftTab({ tool, loader }: TabProps): JSX.Element {
  const { may } = useWorkspace();
  if (!may("admissions:read")) {
    return (
      <p class="note">
        <Icon name="lock" />
        {driftTexts.needs}
      </p>
    );
  }
  const isLocal = tool.explanation.mode === undefined;
  if (isLocal) return <Empty sentence={driftTexts.local} />;
  return <Compared server={tool.server} name={tool.name} onDecided={loader.reload} />;
}

interface ComparedProps {
  readonly server: string;
  readonly name: string;
  readonly onDecided: () => void;
}

function Compared({ server, name, onDecided }: ComparedProps): JSX.Element {
  const path = `${encodeURIComponent(server)}/${encodeURIComponent(name)}`;
  const loader = useAnswer(`tools/${path}/drift`, readDrift, {
    isAbout: (topic) => topic === "tools",
  });
  const { value } = loader.loaded.value;
  const decided = (): void => {
    loader.reload();
    onDecided();
  };
  return (
    <>
      <Failure loader={loader} />
      {value !== undefined && <Comparison loader={loader} drift={value} />}
      {value !== undefined && <Admission path={path} drift={value} onDecided={decided} />}
    </>
  );
}

interface ComparisonProps {
  readonly loader: Loader<Drift>;
  readonly drift: Drift;
}

function Comparison({ drift }: ComparisonProps): JSX.Element {
  const { locked, changes } = drift;
  if (locked === null) {
    return (
      <Empty
        sentence={driftTexts.added}
        hint={driftTexts.addedNext}
        command={driftTexts.addedCommand}
      />
    );
  }
  if (changes?.length === 0) return <Empty sentence={driftTexts.same} />;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{driftTexts.title}</h2>
        <ClassTag drift={drift} />
      </header>
      <Digests drift={drift} locked={locked} />
      {changes === null ? (
        <p class="note">{driftTexts.tooLarge}</p>
      ) : (
        <>
          <Effects effects={drift.effects} />
          <Changes changes={changes} />
        </>
      )}
    </section>
  );
}

function ClassTag({ drift }: { readonly drift: Drift }): JSX.Element | null {
  const found = drift.class;
  if (found === null) return null;
  const isBad = found === "breaking" || found === "widening";
  return (
    <span class={isBad ? "tag tag-bad" : "tag tag-warn"}>
      <Icon name="warn" />
      {driftTexts.classes[found] ?? <Foreign text={found} />}
    </span>
  );
}

interface DigestsProps {
  readonly drift: Drift;
  readonly locked: NonNullable<Drift["locked"]>;
}

function Digests({ drift: { digest }, locked }: DigestsProps): JSX.Element {
  const now = useWorkspace().now.value;
  return (
    <dl class="digests">
      <div>
        <dt>{driftTexts.was}</dt>
        <dd>
          <code>
            <Foreign text={locked.digest} />
          </code>
          <span class="muted">
            <Time at={locked.approvedAt} now={now} />, <Foreign text={locked.approvedBy} />
          </span>
        </dd>
      </div>
      <div>
        <dt>{driftTexts.now}</dt>
        <dd>
          <code>
            <Foreign text={digest} />
          </code>
        </dd>
      </div>
    </dl>
  );
}

/** What the changes mean for callers, with the values that prove it. */
function Effects({ effects }: Pick<Drift, "effects">): JSX.Element {
  const serious = effects?.filter(({ kind }) => seriousKinds.has(kind));
  return (
    <>
      <h3>{driftTexts.effects}</h3>
      {serious === undefined && (
        <p class="note">
          {driftTexts.late} <Command line={driftTexts.lateCommand} />
        </p>
      )}
      {serious?.length === 0 && <p class="muted">{driftTexts.noEffects}</p>}
      <ul class="findings">
        {serious?.map((effect, index) => (
          <li key={index}>
            <Effect effect={effect} />
          </li>
        ))}
      </ul>
    </>
  );
}

const seriousKinds: ReadonlySet<string> = new Set(["breaking", "widening", "unproven"]);

function Effect({ effect }: { readonly effect: ChangeEffect }): JSX.Element {
  const { kind, pointer, message, witness } = effect;
  return (
    <>
      <p>
        <span class={kind === "unproven" ? "tag tag-warn" : "tag tag-bad"}>
          <Icon name="warn" />
          {driftTexts.classes[kind] ?? <Foreign text={kind} />}
        </span>{" "}
        <strong>
          <Foreign text={message} />
        </strong>{" "}
        <code class="muted">
          <Foreign text={pointer} />
        </code>
      </p>
      {witness !== null && (
        <p class="witness">
          {driftTexts.witness[witness.side]}:{" "}
          <code>
            <Foreign text={witness.value} />
          </code>
        </p>
      )}
    </>
  );
}
