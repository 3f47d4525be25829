import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ApiFailure } from "../../api/failure.ts";
import { Icon } from "../../ui/icons.tsx";
import { isList, type JsonMembers, parseJson } from "../../ui/json.ts";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { editableJson } from "./editable-json.ts";
import { type Draft, written } from "./shapes.ts";
import { draftWords as words } from "./words.ts";

export interface DraftEditProps {
  readonly draft: Draft;
  readonly onSaved: () => void;
}

/** Changes the tool and the request of a draft as JSON. What is typed survives a refusal. */
export function DraftEdit({ draft, onSaved }: DraftEditProps): JSX.Element {
  const { may } = useWorkspace();
  const { tool, operation } = draft;
  const text = useSignal(editableJson({ tool, operation }));
  const { failure, said, isBusy, save } = useSave(draft, onSaved);
  if (!may("drafts:write")) {
    return (
      <p class="note">
        <Icon name="lock" />
        {words.cannotEdit}
      </p>
    );
  }
  return (
    <section class="card edit" aria-busy={isBusy}>
      <h2>{words.editTitle}</h2>
      <p class="muted">{words.editHint}</p>
      <label>
        <span>{words.definition}</span>
        <textarea
          rows={24}
          spellcheck={false}
          autoComplete="off"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
      {failure !== undefined && <Problem failure={failure} />}
      <p role="status" class={said?.isBad === true ? "bad" : undefined}>
        {said?.text}
      </p>
      <div class="buttons">
        <button type="button" class="primary" disabled={isBusy} onClick={() => save(text.value)}>
          {words.save}
        </button>
      </div>
    </section>
  );
}

interface Said {
  readonly text: string;
  readonly isBad: boolean;
}

interface Saving {
  readonly failure: ApiFailure | undefined;
  readonly said: Said | undefined;
  readonly isBusy: boolean;
  readonly save: (text: string) => void;
}

function useSave({ set, name }: Draft, onSaved: () => void): Saving {
  const { api } = useWorkspace();
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const said = useSignal<Said | undefined>(undefined);
  const isBusy = useSignal(false);
  const save = async (text: string): Promise<void> => {
    failure.value = undefined;
    const definition = objectIn(text);
    said.value = definition === undefined ? { text: words.notJson, isBad: true } : undefined;
    if (definition === undefined) return;
    isBusy.value = true;
    try {
      const path = `drafts/${encodeURIComponent(set)}/${encodeURIComponent(name)}/edit`;
      const { changed } = await api.post(path, definition, { read: written });
      said.value = { text: changed ? words.saved : words.unchanged, isBad: false };
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return {
    failure: failure.value,
    said: said.value,
    isBusy: isBusy.value,
    save: (text) => void save(text),
  };
}

function objectIn(text: string): JsonMembers | undefined {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null && !isList(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
