import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { useWorkspace } from "../../workspace.ts";
import { createNewer, maxCounted } from "./newer.ts";
import type { CallPage } from "./shapes.ts";
import { texts } from "./words.ts";

export interface NewerHintProps {
  readonly page: CallPage;
  readonly filters: URLSearchParams;
  readonly onShow: () => void;
}

/** One change a second is enough for a number, however many calls there are. */
const everyMs = 1_000;

/** Says how many newer calls there are. Rows do not move while a person reads them. */
export function NewerHint({ page, filters, onShow }: NewerHintProps): JSX.Element | null {
  const { clock, stream } = useWorkspace();
  const count = useSignal(0);
  useEffect(() => {
    const newer = createNewer(filters, new Set(page.calls.map(({ id }) => id)));
    let cancel: (() => void) | undefined;
    const show = (): void => {
      cancel = undefined;
      count.value = newer.count();
    };
    count.value = 0;
    const leave = stream.subscribe((event) => {
      if (event.topic === "calls" && newer.take(event)) cancel ??= clock.after(everyMs, show);
    });
    return () => {
      leave();
      cancel?.();
    };
  }, [page, filters.toString()]);
  if (count.value === 0) return null;
  return (
    <p class="note" role="status">
      <Icon name="live" />
      {texts.newer(count.value, count.value < maxCounted)}
      <button type="button" onClick={onShow}>
        {texts.load}
      </button>
    </p>
  );
}
