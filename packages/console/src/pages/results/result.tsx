import type { JSX } from "preact";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import { Command, SameInTerminal } from "../../ui/command.tsx";
import { sizeText } from "../../ui/download-state.tsx";
import { FactList, FactRow } from "../../ui/fact-list.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { Output } from "./output.tsx";
import { type InLog, type Result, result as readResult } from "./shapes.ts";
import { resultWords as words } from "./words.ts";

/** One kept result with its text. Each look is recorded, so it is loaded once. */
export function ResultPage({ parts: [id = ""], query }: PageProps): JSX.Element {
  const loader = useAnswer(`results/${encodeURIComponent(id)}`, readResult, { isOnce: true });
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/results")}>
        <Icon name="left" />
        {words.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>{value === undefined ? words.one : <Foreign text={value.tool} />}</h1>
      </header>
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          <Facts result={value} />
          {value.text === null ? (
            <Altered />
          ) : (
            <Output result={value} text={value.text} isExact={query.get("view") === "exact"} />
          )}
          <SameInTerminal line={`npx toolcourt results show ${shortIdOf(value.callId)}`} />
        </>
      )}
    </>
  );
}

/** The beginning of an id is enough, and an id of another form is in no command. */
function shortIdOf(id: string): string {
  return /^[\w-]+$/.test(id) ? id.slice(0, 8) : "<id>";
}

function Facts({ result }: { readonly result: Result }): JSX.Element {
  const now = useWorkspace().now.value;
  const { server, subject, tenant, at, callId, contract, digest, bytes } = result;
  return (
    <FactList>
      <FactRow name={words.stored}>
        <Check isGood={result.isIntact} text={result.isIntact ? words.intact : words.altered} />
      </FactRow>
      <FactRow name={words.log}>
        <LogCheck inLog={result.inLog} />
      </FactRow>
      <FactRow name={words.server}>
        <Foreign text={server} />
      </FactRow>
      <FactRow name={words.caller}>
        <Foreign text={subject} />
      </FactRow>
      {tenant !== "" && (
        <FactRow name={words.tenant}>
          <Foreign text={tenant} />
        </FactRow>
      )}
      <FactRow name={words.kept}>
        <Time at={at} now={now} />
      </FactRow>
      <FactRow name={words.size}>{sizeText(bytes)}</FactRow>
      <DiscoveryFacts result={result} />
      <FactRow name={words.call} isCode>
        <CallLink id={callId} />
      </FactRow>
      <FactRow name={words.digest} isCode>
        <Foreign text={digest} />
      </FactRow>
      <FactRow name={words.contract} isCode>
        <Foreign text={contract} />
      </FactRow>
    </FactList>
  );
}

/** Empty for the result of no discovery. */
function DiscoveryFacts({ result }: { readonly result: Result }): JSX.Element {
  const { scope } = result;
  const levels = [...(scope ?? [])].map(([level, id]) => `${level}=${id}`).join(", ");
  const known = [
    [words.discoveryId, result.discoveryId],
    [words.tier, result.tier],
    [words.stage, result.stage],
    [words.connection, result.connection],
    [words.correlation, result.correlation],
    [words.scope, levels === "" ? undefined : levels],
  ] as const;
  return (
    <>
      {known.map(
        ([name, value]) =>
          value !== undefined && (
            <FactRow key={name} name={name}>
              <Foreign text={value} />
            </FactRow>
          ),
      )}
    </>
  );
}

interface CheckProps {
  readonly isGood: boolean;
  readonly text: string;
}

function Check({ isGood, text }: CheckProps): JSX.Element {
  return (
    <span class={isGood ? "tag tag-good" : "tag tag-bad"}>
      <Icon name={isGood ? "check" : "warn"} />
      {text}
    </span>
  );
}

const logTags: Record<InLog["kind"], readonly [tag: string, icon: IconName]> = {
  matches: ["tag tag-good", "check"],
  differs: ["tag tag-bad", "warn"],
  missing: ["tag tag-warn", "warn"],
  unrecorded: ["tag", "off"],
};

function LogCheck({ inLog: { kind, row = 0 } }: { readonly inLog: InLog }): JSX.Element {
  const { may } = useWorkspace();
  const [tag, icon] = logTags[kind];
  const text = kind === "matches" || kind === "differs" ? words[kind](row) : words[kind];
  const shown = (
    <span class={tag}>
      <Icon name={icon} />
      {text}
    </span>
  );
  return row > 0 && may("audit:read") ? <a href={href(`/audit?row=${row}`)}>{shown}</a> : shown;
}

function Altered(): JSX.Element {
  return (
    <div class="problem" role="alert">
      <p>
        <Icon name="warn" />
        {words.alteredHint}
      </p>
      <Command line={words.alteredCommand} />
    </div>
  );
}
