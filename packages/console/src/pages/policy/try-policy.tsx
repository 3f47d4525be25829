import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ApiFailure } from "../../api/failure.ts";
import { href } from "../../router.ts";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useWorkspace } from "../../workspace.ts";
import { DecisionTag } from "./policy-answer.tsx";
import { trial as readTrial, type Trial, type Tried } from "./shapes.ts";
import { policyWords } from "./words.ts";

const words = policyWords.changing;
const counts = [50, 200, 1_000] as const;

export interface TryPolicyProps {
  readonly text: string;
  readonly isUsable: boolean;
}

/** Decides recorded calls by the changed text. */
export function TryPolicy({ text, isUsable }: TryPolicyProps): JSX.Element {
  const { may } = useWorkspace();
  const { trial, failure, isBusy, run } = useTrial(text);
  if (!may("calls:read")) {
    return (
      <p class="note">
        <Icon name="lock" />
        {words.needsCalls}
      </p>
    );
  }
  return (
    <section class="card" aria-busy={isBusy}>
      <h2>{words.result}</h2>
      <TryLine isBusy={isBusy} isUsable={isUsable} onTry={run} />
      {failure !== undefined && <Problem failure={failure} />}
      <div role="status">{trial !== undefined && <Result trial={trial} />}</div>
    </section>
  );
}

interface Trying {
  readonly trial: Trial | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
  readonly run: (last: number) => void;
}

function useTrial(text: string): Trying {
  const { api } = useWorkspace();
  const trial = useSignal<Trial | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);
  const run = async (last: number): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      trial.value = await api.post("policy/try", { text, last }, { read: readTrial });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return {
    trial: trial.value,
    failure: failure.value,
    isBusy: isBusy.value,
    run: (last) => void run(last),
  };
}

interface TryLineProps {
  readonly isBusy: boolean;
  readonly isUsable: boolean;
  readonly onTry: (last: number) => void;
}

function TryLine({ isBusy, isUsable, onTry }: TryLineProps): JSX.Element {
  const last = useSignal<number>(200);
  return (
    <div class="buttons try-line">
      <label>
        <span>{words.last}</span>{" "}
        <select
          value={String(last.value)}
          onChange={({ currentTarget }) => (last.value = Number(currentTarget.value))}
        >
          {counts.map((count) => (
            <option key={count} value={String(count)}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="primary"
        disabled={!isUsable || isBusy}
        onClick={() => onTry(last.value)}
      >
        {isBusy ? words.running : words.run}
      </button>
    </div>
  );
}

function Result({ trial }: { readonly trial: Trial }): JSX.Element {
  const { calls, changed, unknown, changes, unknowns } = trial;
  if (calls === 0) return <p>{words.noCalls}</p>;
  return (
    <>
      <p>{words.counts(trial)}</p>
      {changed === 0 && <p class="good">{words.noChange}</p>}
      {changed > 0 && <Calls title={words.changes} name="policy-changes" rows={changes} />}
      {unknown > 0 && (
        <>
          <Calls title={words.unknowns} name="policy-unknown" rows={unknowns} />
          <p class="muted">{words.unknownHint}</p>
        </>
      )}
    </>
  );
}

interface CallsProps {
  readonly title: string;
  readonly name: string;
  readonly rows: readonly Tried[];
}

function Calls({ title, name, rows }: CallsProps): JSX.Element {
  return (
    <>
      <header class="card-head">
        <h3>{title}</h3>
        <Export name={name} columns={columns} rows={rows} />
      </header>
      <table class="list" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.principal}</th>
            <th scope="col">{words.was}</th>
            <th scope="col">{words.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CallRow key={row.callId} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function CallRow({ row }: { readonly row: Tried }): JSX.Element {
  const now = useWorkspace().now.value;
  const { callId, tool, at, principal, was, wasBy, becomes, by, lacks } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(`/calls/${encodeURIComponent(callId)}`)}>
          <Foreign text={tool} />
        </a>
      </th>
      <td data-label={words.when}>
        <Time at={at} now={now} />
      </td>
      <td data-label={words.principal}>
        <Foreign text={principal} />
      </td>
      <td data-label={words.was}>
        <span>
          <DecisionTag decision={was} /> {wasBy !== null && <Foreign text={wasBy} />}
        </span>
      </td>
      <td data-label={words.becomes}>
        {becomes === "unknown" ? (
          <span>
            {words.lacks} <Foreign text={lacks.join(", ")} />
          </span>
        ) : (
          <span>
            <DecisionTag decision={becomes} /> {by !== null && <Foreign text={by} />}
          </span>
        )}
      </td>
    </tr>
  );
}

const columns: readonly Column<Tried>[] = [
  { name: "call", cell: ({ callId }) => callId },
  { name: "at", cell: ({ at }) => new Date(at).toISOString() },
  { name: "tool", cell: ({ tool }) => tool },
  { name: "server", cell: ({ server }) => server },
  { name: "principal", cell: ({ principal }) => principal },
  { name: "tenant", cell: ({ tenant }) => tenant },
  { name: "was", cell: ({ was }) => was },
  { name: "wasBy", cell: ({ wasBy }) => wasBy },
  { name: "becomes", cell: ({ becomes }) => becomes },
  { name: "by", cell: ({ by }) => by },
  { name: "lacks", cell: ({ lacks }) => lacks.join(" ") },
];
