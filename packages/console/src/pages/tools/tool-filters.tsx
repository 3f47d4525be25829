import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { plainText } from "../../ui/segments.ts";
import { useWorkspace } from "../../workspace.ts";
import { pathOf, type ToolFilter } from "./filter.ts";
import { texts } from "./words.ts";

/** Typing pauses this long before the gateway is asked. */
const pauseMs = 150;
const maxLength = 200;

interface FieldProps {
  readonly filter: ToolFilter;
}

/** Searches during typing. The address follows, without a step of the history for each letter. */
export function SearchField({ filter }: FieldProps): JSX.Element {
  const { clock, router } = useWorkspace();
  const typed = useSignal(filter.q);
  const sent = useRef(filter.q);
  const current = useRef(filter);
  const cancel = useRef<() => void>(() => undefined);
  current.current = filter;
  useEffect(() => {
    // Back and forward change it as well. What is just typed is newer.
    if (filter.q === sent.current) return;
    sent.current = filter.q;
    typed.value = filter.q;
  }, [filter.q]);
  useEffect(() => () => cancel.current(), []);
  const search = (): void => {
    cancel.current();
    if (typed.value === sent.current) return;
    sent.current = typed.value;
    router.replace(pathOf({ ...current.current, q: typed.value }));
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    typed.value = currentTarget.value;
    cancel.current();
    cancel.current = clock.after(pauseMs, search);
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    search();
  };
  return (
    <form class="search-field" onSubmit={onSubmit}>
      <input
        type="search"
        data-search
        aria-label={texts.search}
        placeholder={texts.search}
        title={texts.searchHint}
        maxLength={maxLength}
        value={typed.value}
        onInput={onInput}
      />
    </form>
  );
}

interface ServerChoiceProps extends FieldProps {
  readonly servers: readonly string[];
}

export function ServerChoice({ filter, servers }: ServerChoiceProps): JSX.Element {
  const { router } = useWorkspace();
  const onChange = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void => {
    router.go(pathOf({ ...filter, server: currentTarget.value }));
  };
  const known = servers.includes(filter.server) || filter.server === "" ? [] : [filter.server];
  return (
    <select aria-label={texts.server} value={filter.server} onChange={onChange}>
      <option value="">{texts.allServers}</option>
      {[...servers, ...known].map((name) => (
        <option key={name} value={name} translate={false}>
          {plainText(name)}
        </option>
      ))}
    </select>
  );
}
