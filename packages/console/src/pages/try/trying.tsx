import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Effect } from "../../api/shapes.ts";
import { Choices } from "../../ui/choices.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { useWorkspace, type Workspace } from "../../workspace.ts";
import { askGateAt, type DryRun, DryRuns, type Running, Runs } from "./asking.ts";
import { FormContext } from "./form-context.ts";
import { FormState } from "./form-state.ts";
import { type Issue, issuesByPart } from "./issues.ts";
import { OutcomeCard } from "./outcome.tsx";
import { Members } from "./parts.tsx";
import type { ToolForm } from "./shapes.ts";
import { sourceOf } from "./source-of.ts";
import { VerdictCard } from "./verdict.tsx";
import { NoForm, WholeEditor } from "./whole.tsx";
import { words } from "./words.ts";

export interface TryingProps {
  readonly tool: ToolForm;
  /** The server and the name, as the address has them. */
  readonly path: string;
  /** The address of this page. */
  readonly page: string;
  /** Shows the arguments as JSON in place of the form. */
  readonly isJson: boolean;
}

/** The form, what would become of the call, and what has become of it. */
export function Trying({ tool, path, page, isJson }: TryingProps): JSX.Element {
  const { router } = useWorkspace();
  const { form, isChanged } = useFormOf(tool, path);
  const { dryRuns, runs } = useGate(path, form);
  const text = form.text.value;
  const running = runs.state.value;
  const run = (): void => {
    if (text !== undefined) void runs.run(text).then(() => focusOn("outcome"));
  };
  const keys = {
    toggle: () => router.go(isJson ? page : `${page}?as=json`),
    // Whatever destroys something is run by its button alone.
    run: tool.effect === "destroy" ? () => focusOn("run") : run,
  };
  useKeys(keys);
  return (
    <div class="try">
      {isChanged && <p class="note">{words.changed}</p>}
      <Arguments form={form} page={page} isJson={isJson} dryRun={dryRuns.state.value} />
      <div class="try-side">
        <VerdictCard dryRun={dryRuns.state.value} />
        <RunButton
          effect={tool.effect}
          running={running}
          isReady={text !== undefined}
          run={run}
          stop={runs.stop}
        />
      </div>
      <OutcomeCard running={running} />
    </div>
  );
}

function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}

interface Keys {
  readonly toggle: () => void;
  readonly run: () => void;
}

/** On the whole page, wherever the focus is. */
function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event, current.current);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Alt J by its place on the keyboard: with Alt, some layouts type another character. */
function onKey(event: KeyboardEvent, { toggle, run }: Keys): void {
  const isToggle = event.altKey && event.code === "KeyJ";
  const isRun = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!isToggle && !isRun) return;
  event.preventDefault();
  if (isToggle) toggle();
  else run();
}

interface Typed {
  readonly digest: string;
  readonly form: FormState;
  /** Whether the contract has changed since the form was first drawn. */
  readonly isChanged: boolean;
}

/** What was typed for each tool. It ends with the session, and with the page in the browser. */
const typedBy = new WeakMap<Workspace, Map<string, Typed>>();

/**
 * Keeps the arguments while other pages are looked at, such as that of a request for approval: the
 * same arguments must be sent again. They also stay when the contract changes.
 */
function useFormOf(tool: ToolForm, path: string): Typed {
  const workspace = useWorkspace();
  const typed = typedBy.get(workspace) ?? new Map<string, Typed>();
  typedBy.set(workspace, typed);
  const { digest } = tool;
  const last = typed.get(path);
  if (last?.digest === digest) return last;
  const form = new FormState(sourceOf(tool));
  if (last !== undefined) form.typeWhole(last.form.whole.text);
  const next = { digest, form, isChanged: last !== undefined };
  typed.set(path, next);
  return next;
}

function useGate(
  path: string,
  form: FormState,
): { readonly dryRuns: DryRuns; readonly runs: Runs } {
  const { api, clock } = useWorkspace();
  const gate = useMemo(() => {
    const ask = askGateAt(api, `tools/${path}/try`);
    return { dryRuns: new DryRuns(ask, clock), runs: new Runs(ask) };
  }, [api, clock, path]);
  useEffect(() => {
    const end = form.text.subscribe(gate.dryRuns.follow);
    return () => {
      end();
      gate.dryRuns.stop();
    };
  }, [form, gate]);
  useEffect(() => gate.runs.stop, [gate]);
  return gate;
}

interface ArgumentsProps {
  readonly form: FormState;
  readonly page: string;
  readonly isJson: boolean;
  readonly dryRun: DryRun;
}

function Arguments({ form, page, isJson, dryRun }: ArgumentsProps): JSX.Element {
  const root = form.root.value;
  const isDrawn = root.drawn.kind === "object";
  const isAsJson = isJson || !isDrawn;
  useFocusOn(isAsJson ? "whole" : "arguments");
  const issues = issuesOf(dryRun);
  const byPart = useMemo(() => issuesByPart(root, issues), [root, issues]);
  const atRoot = isAsJson ? issues : (byPart.get("") ?? []);
  return (
    <section class="card arguments">
      <header class="card-head">
        <h2 id="arguments" tabIndex={-1}>
          {words.arguments}
        </h2>
        <Choices
          label={words.views}
          current={isAsJson ? "json" : "form"}
          choices={[
            { value: "form", title: words.form, path: page },
            { value: "json", title: words.json, path: `${page}?as=json` },
          ]}
        />
      </header>
      <AtRoot issues={atRoot} isWithPlaces={isAsJson} />
      {isAsJson ? (
        <WholeEditor form={form} isOnlyWay={!isDrawn} />
      ) : (
        <Fields form={form} page={page} issues={byPart} />
      )}
      <p class="muted">
        {words.toggleHint} {words.runHint}
      </p>
    </section>
  );
}

/** Moves the focus to what replaces the part that had it. */
function useFocusOn(id: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) focusOn(id);
    isFirst.current = false;
  }, [id]);
}

const noIssues: readonly Issue[] = [];

/** Those of the last verdict stay until the next one is there. */
function issuesOf(dryRun: DryRun): readonly Issue[] {
  if (dryRun.kind === "known") return dryRun.verdict.issues;
  return dryRun.kind === "asking" ? (dryRun.last?.issues ?? noIssues) : noIssues;
}

interface AtRootProps {
  readonly issues: readonly Issue[];
  readonly isWithPlaces: boolean;
}

function AtRoot({ issues, isWithPlaces }: AtRootProps): JSX.Element | null {
  if (issues.length === 0) return null;
  return (
    <div class="issues">
      {issues.map(({ pointer, message }) => (
        <p key={`${pointer} ${message}`}>
          <Icon name="warn" />
          <span>
            {isWithPlaces && pointer !== "" && (
              <code>
                <Foreign text={pointer} />
              </code>
            )}{" "}
            <Foreign text={message} />
          </span>
        </p>
      ))}
    </div>
  );
}

interface FieldsProps {
  readonly form: FormState;
  readonly page: string;
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
}

function Fields({ form, page, issues }: FieldsProps): JSX.Element {
  const wanted = useRef<string | undefined>(undefined);
  const root = form.root.value;
  // Before the next key: what is typed on belongs to the new field.
  useLayoutEffect(() => {
    if (wanted.current !== undefined) focusOn(wanted.current);
    wanted.current = undefined;
  });
  const focus = (id: string): void => {
    wanted.current = id;
  };
  if (form.whole.flaw !== undefined) return <NoForm form={form} jsonPath={`${page}?as=json`} />;
  if (root.drawn.kind !== "object") return <></>;
  const { parts, form: shape } = root.drawn;
  const isEmpty = parts.length === 0 && shape.rest === undefined && shape.hosts.length === 0;
  return (
    <FormContext.Provider value={{ form, issues, focus }}>
      {isEmpty && <p class="muted">{words.noArguments}</p>}
      <Members part={root} drawn={root.drawn} />
    </FormContext.Provider>
  );
}

interface RunButtonProps {
  readonly effect: Effect;
  readonly running: Running;
  /** Whether there are arguments to send. */
  readonly isReady: boolean;
  readonly run: () => void;
  readonly stop: () => void;
}

/** Says what the tool does before it does it. */
function RunButton({ effect, running, isReady, run, stop }: RunButtonProps): JSX.Element {
  const isBusy = running.kind === "running";
  return (
    <div class="buttons">
      <button
        type="button"
        id="run"
        class={effect === "destroy" ? "danger" : "primary"}
        disabled={!isReady || isBusy}
        onClick={run}
      >
        <Icon name={effect === "read" ? "play" : effect} />
        {isBusy ? words.running : words.run[effect]}
      </button>
      {isBusy && (
        <button type="button" onClick={stop}>
          {words.stop}
        </button>
      )}
    </div>
  );
}
