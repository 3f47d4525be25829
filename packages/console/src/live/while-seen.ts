type Seen = Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;

/**
 * Follows while the tab is seen, until the returned function is called. A browser opens six
 * connections to a host: hidden tabs that kept one each would block all others.
 */
export function whileSeen(page: Seen, follow: (signal: AbortSignal) => void): () => void {
  let following = new AbortController();
  const look = (): void => {
    following.abort();
    if (page.visibilityState === "hidden") return;
    following = new AbortController();
    follow(following.signal);
  };
  look();
  page.addEventListener("visibilitychange", look);
  return () => {
    page.removeEventListener("visibilitychange", look);
    following.abort();
  };
}
