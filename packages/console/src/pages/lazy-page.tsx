import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ApiFailure, ownFailures } from "../api/failure.ts";
import { Problem } from "../ui/problem.tsx";
import { words } from "../words.ts";
import type { PageComponent, PageProps } from "./section.ts";

export interface LazyPageProps {
  readonly load: () => Promise<PageComponent>;
  readonly title: string;
  readonly props: PageProps;
}

const known = new Map<LazyPageProps["load"], PageComponent>();

/** A page whose code is loaded first. Its code is missing after an update of the gateway. */
export function LazyPage({ load, title, props }: LazyPageProps): JSX.Element {
  const Content = known.get(load);
  const isLoaded = useSignal(Content !== undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  useEffect(() => {
    const open = async (): Promise<void> => {
      try {
        known.set(load, await load());
        isLoaded.value = true;
      } catch (cause) {
        failure.value = new ApiFailure(ownFailures.outdated, 0, { cause });
      }
    };
    if (!known.has(load)) void open();
  }, [load]);
  useFocusOn(isLoaded.value);

  if (Content !== undefined) return <Content {...props} />;
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {failure.value === undefined ? (
        <p>{words.loading}</p>
      ) : (
        <Problem failure={failure.value} onRetry={() => location.reload()} />
      )}
    </>
  );
}

/** The heading that had the focus is replaced by that of the page. */
function useFocusOn(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("#page h1")?.focus();
  }, [isLoaded]);
}
