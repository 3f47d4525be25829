import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { type ReloadPlan, reloadAnswer } from "./shapes.ts";
import { settingsWords } from "./words.ts";

const words = settingsWords.reload;

/** Where a reload stands. */
type Progress =
  | { readonly kind: "idle" }
  | { readonly kind: "busy"; readonly does: "plan" | "reload" }
  | { readonly kind: "told"; readonly does: "plan" | "reload"; readonly plan: ReloadPlan }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

/** Says what a reload would change, and then does it. */
export function Reload({ onReloaded }: { readonly onReloaded: () => void }): JSX.Element {
  const { may } = useWorkspace();
  const progress = useSignal<Progress>({ kind: "idle" });
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = useAsk(progress, (does) => {
    // The button that had the focus may be gone.
    heading.current?.focus();
    if (does === "reload") onReloaded();
  });
  return (
    <section class="card reload" aria-busy={progress.value.kind === "busy"}>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      {may("configuration:reload") ? (
        <>
          <p class="muted">{words.explained}</p>
          <Told progress={progress.value} />
          <Steps progress={progress.value} ask={ask} />
        </>
      ) : (
        <p class="muted">{words.cannot}</p>
      )}
    </section>
  );
}

type Does = "plan" | "reload";

function useAsk(progress: Signal<Progress>, onTold: (does: Does) => void): (does: Does) => void {
  const { api } = useWorkspace();
  const ask = async (does: Does): Promise<void> => {
    progress.value = { kind: "busy", does };
    try {
      const path = does === "plan" ? "reload/plan" : "reload";
      const { plan } = await api.post(path, {}, { read: reloadAnswer });
      progress.value = { kind: "told", does, plan };
      onTold(does);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      progress.value = { kind: "failed", failure: error };
    }
  };
  return (does) => void ask(does);
}

function Told({ progress }: { readonly progress: Progress }): JSX.Element | null {
  if (progress.kind === "busy") {
    return <p role="status">{progress.does === "plan" ? words.looking : words.applying}</p>;
  }
  if (progress.kind === "failed") return <Problem failure={progress.failure} />;
  if (progress.kind === "idle") return null;
  const { does, plan } = progress;
  const isEmpty = isNothing(plan);
  const [some, none] =
    does === "plan" ? [words.would, words.nothing] : [words.done, words.doneNothing];
  return (
    <div role="status">
      <p>{isEmpty ? none : some}</p>
      {!isEmpty && <Changes plan={plan} />}
    </div>
  );
}

interface StepsProps {
  readonly progress: Progress;
  readonly ask: (does: Does) => void;
}

function Steps({ progress, ask }: StepsProps): JSX.Element {
  const isAsked = useSignal(false);
  const isBusy = progress.kind === "busy";
  const isKnown = progress.kind === "told" && progress.does === "plan";
  return (
    <div class="buttons">
      <button type="button" disabled={isBusy} onClick={() => ask("plan")}>
        {words.look}
      </button>
      {isKnown && (
        <button type="button" class="primary" onClick={() => (isAsked.value = true)}>
          {words.apply}
        </button>
      )}
      {isAsked.value && (
        <Confirm
          title={words.confirmTitle}
          sentence={words.confirmText}
          action={words.apply}
          onConfirm={() => ask("reload")}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </div>
  );
}

function Changes({ plan }: { readonly plan: ReloadPlan }): JSX.Element {
  const { settings } = plan;
  return (
    <ul class="changes">
      {settings.map(({ path, before, after }) => (
        <li key={path}>
          <code>
            <Foreign text={path} />
          </code>
          : <Foreign text={before ?? words.notSet} /> <span aria-hidden="true">→</span>
          <span class="unseen">{words.arrow}</span> <Foreign text={after ?? words.notSet} />
        </li>
      ))}
      {namesIn(plan).map(([title, names]) => (
        <li key={title}>
          {title}: <Foreign text={names.join(", ")} />
        </li>
      ))}
    </ul>
  );
}

function namesIn({
  files,
  servers: { started, restarted, stopped },
  tools: { added, removed },
}: ReloadPlan): readonly (readonly [title: string, names: readonly string[]])[] {
  const all = [
    [words.files, files],
    [words.started, started],
    [words.restarted, restarted],
    [words.stopped, stopped],
    [words.added, added],
    [words.removed, removed],
  ] as const;
  return all.filter(([, names]) => names.length > 0);
}

function isNothing(plan: ReloadPlan): boolean {
  return plan.settings.length === 0 && namesIn(plan).length === 0;
}
