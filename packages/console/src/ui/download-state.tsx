import type { JSX } from "preact";
import { words } from "../words.ts";
import { Problem } from "./problem.tsx";
import type { Download } from "./use-download.ts";

/** Shows how far a download is, with a button that ends it, or why it failed. */
export function DownloadState({ download }: { readonly download: Download }): JSX.Element | null {
  const state = download.state.value;
  if (state.kind === "failed") return <Problem failure={state.failure} />;
  if (state.kind === "idle") return null;
  if (state.kind === "saved") {
    return (
      <p class="download" role="status">
        {words.saved}
      </p>
    );
  }
  return (
    <p class="download" role="status">
      {words.saving(sizeText(state.bytes))}
      <button type="button" class="quiet" onClick={download.cancel}>
        {words.cancel}
      </button>
    </p>
  );
}

const kilobyte = 1_024;

/** Formats a size as people compare them. */
export function sizeText(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`;
  if (bytes < kilobyte ** 2) return `${(bytes / kilobyte).toFixed(1)} KB`;
  return `${(bytes / kilobyte ** 2).toFixed(1)} MB`;
}
