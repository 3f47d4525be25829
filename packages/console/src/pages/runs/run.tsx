import type { JSX } from "preact";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { words as common } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { Graph } from "./graph.tsx";
import { type ShownRun, type Step, shownRun } from "./shapes.ts";
import { RunTag, StepTag } from "./tags.tsx";
import { runsWords as words } from "./words.ts";
import "./runs.css";

/** One run: its graph, and each step with its call. */
export function RunPage({ parts: [id = ""] }: PageProps): JSX.Element {
  const loader = useAnswer(`runs/${encodeURIComponent(id)}`, shownRun, {
    isAbout: (topic) => topic === "calls" || topic === "approvals",
  });
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/runs")}>
        <Icon name="left" />
        {words.back}
      </a>
      <h1 tabIndex={-1}>{value === undefined ? words.title : <Foreign text={value.name} />}</h1>
      <Failure loader={loader} />
      {value !== undefined && <Details run={value} />}
    </>
  );
}

function Details({ run }: { readonly run: ShownRun }): JSX.Element {
  const { steps, isChanged } = run;
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <>
      <Facts run={run} />
      {run.state === "running" && <p class="muted">{words.runningHint}</p>}
      {isChanged && (
        <p class="note">
          <Icon name="warn" />
          {words.isChanged}
        </p>
      )}
      <section class="card">
        <h2>{words.graph}</h2>
        <p class="muted">{words.graphText(steps.length, done)}</p>
        <Graph run={run} />
      </section>
      <Steps steps={steps} />
      <SameInTerminal line={`npx toolcourt runs show ${run.id}`} />
    </>
  );
}

function Facts({ run }: { readonly run: ShownRun }): JSX.Element {
  const now = useWorkspace().now.value;
  const { tool, userId, beganAt, changedAt, id } = run;
  return (
    <section class="card facts">
      <dl>
        <div>
          <dt>{words.state}</dt>
          <dd>
            <RunTag run={run} />
          </dd>
        </div>
        <div>
          <dt>{words.tool}</dt>
          <dd>
            <Foreign text={tool} />
          </dd>
        </div>
        <div>
          <dt>{words.user}</dt>
          <dd>
            <Foreign text={userId ?? common.none} />
          </dd>
        </div>
        <div>
          <dt>{words.began}</dt>
          <dd>
            <Time at={beganAt} now={now} />
          </dd>
        </div>
        <div>
          <dt>{words.changed}</dt>
          <dd>
            <Time at={changedAt} now={now} />
          </dd>
        </div>
        <div>
          <dt>{words.id}</dt>
          <dd class="code">
            <Foreign text={id} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Steps({ steps }: { readonly steps: readonly Step[] }): JSX.Element {
  return (
    <div class="card requests">
      <table class="list runs" aria-label={words.steps}>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.calls}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.call}</th>
            <th scope="col" class="right">
              {words.at}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <StepRow key={step.name} step={step} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StepRow({ step }: { readonly step: Step }): JSX.Element {
  const now = useWorkspace().now.value;
  const { name, tool, callId, approval, at } = step;
  return (
    <tr tabIndex={-1} data-row>
      <th scope="row">
        <Foreign text={name} />
      </th>
      <td data-label={words.calls}>{tool === null ? words.computes : <Foreign text={tool} />}</td>
      <td data-label={words.state}>
        <StepTag step={step} />
      </td>
      <td class="code" data-label={words.call}>
        {callId !== null && (
          <a href={href(`/calls/${encodeURIComponent(callId)}`)}>
            <Foreign text={shortOf(callId)} />
          </a>
        )}
        {approval !== null && (
          <a href={href(`/approvals/${encodeURIComponent(approval)}`)}>{words.approval}</a>
        )}
      </td>
      <td class="right" data-label={words.at}>
        {at !== null && <Time at={at} now={now} />}
      </td>
    </tr>
  );
}

const shortId = 8;

/** Enough to tell the calls of a run apart. */
function shortOf(id: string): string {
  return id.length <= shortId ? id : `${id.slice(0, shortId).toWellFormed()}…`;
}
