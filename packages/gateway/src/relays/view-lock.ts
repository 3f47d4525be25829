import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { JsonObject } from "@toolcourt/sdk";
import type { Clean } from "../boundary/cleaning/clean-value.ts";
import { isViewUri } from "../protocol/view-addresses.ts";
import { type DefinedView, defineView, problemIn } from "./define-view.ts";
import type { ItemHold, ItemLock } from "./item-lock.ts";
import { cleanView, faultIn } from "./pass-on.ts";
import { type Entry, unanswered } from "./read-list.ts";
import { quarantined } from "./refusal-for.ts";
import { has } from "./relays.ts";
import { answerMs, type ServerLists } from "./server-lists.ts";

export interface ViewLockDeps extends Pick<Runtime, "clock"> {
  readonly items: ItemLock;
  readonly clean: Clean;
  readonly redactSecrets: Clean;
  /** Returns the addresses that the tools of a server name, as the server has them. */
  readonly viewsOf: (server: string) => readonly string[];
}

/** A view of a server as a reviewer sees it. */
export interface ReviewedView extends Entry {
  readonly hold: ItemHold | undefined;
}

/** Views of one server. Each costs a request, at the start and for each review. */
const maxViews = 200;
const method = "resources/read";

/** Compares the views of servers with the lock: when their tools are locked, and at every read. */
export class ViewLock {
  readonly #deps: ViewLockDeps;
  /** Addresses that were compared since the start. */
  readonly #seen = new Set<string>();

  constructor(deps: ViewLockDeps) {
    this.#deps = deps;
  }

  holdOf(server: string, uri: string): ItemHold | undefined {
    return this.#deps.items.holdOf("views", server, uri);
  }

  /** Throws a `Refusal` if a view differs from the lock. One that is new may be trusted. */
  async check(home: ServerLists, uri: string, result: JsonObject): Promise<void> {
    const { name: server } = home.server;
    const defined = defineView(uri, result, await this.#entry(home, uri));
    if (defined.kind === "formless") throw failed(server, { kind: "garbled" });
    if (defined.kind === "view" && this.#hasSecret(defined.page)) {
      throw failed(server, { kind: "secret" });
    }
    await this.#compare(home, uri, defined);
    const hold = this.holdOf(server, uri);
    if (hold !== undefined) throw quarantined({ list: "views", name: uri, hold }, server);
  }

  /** Returns the entry of a view in the list of its server. Undefined if it has none. */
  async #entry(home: ServerLists, uri: string): Promise<JsonObject | undefined> {
    const { name: server } = home.server;
    const entry = await entryOf(home, uri);
    // Without its list, a view that is as it was would look different.
    if (entry === "unanswered") throw failed(server, { kind: "not-listed" }, true);
    if (entry !== "absent") return entry;
    if (this.#mayTrust(home, uri)) return undefined;
    throw quarantined({ list: "views", name: uri, hold: { kind: "not-admitted" } }, server);
  }

  /**
   * Templates and links can name views without end. Those that callers bring up must not fill the
   * lock, where the views of tools are.
   */
  #mayTrust(home: ServerLists, uri: string): boolean {
    const locked = this.#deps.items.lockedIn("views", home.server.name);
    if (locked === undefined || locked.size < maxViews || locked.has(uri)) return true;
    return this.#named(home).includes(uri);
  }

  /** The page passes byte for byte or not at all. */
  #hasSecret(page: string): boolean {
    return this.#deps.redactSecrets(page) !== page;
  }

  async #compare(home: ServerLists, uri: string, defined: DefinedView): Promise<void> {
    const { items } = this.#deps;
    const { server } = home;
    if (defined.kind === "unsafe") items.refuse(server.name, uri, defined.problem);
    if (defined.kind !== "view") return;
    await items.look("views", server, [{ key: uri, listed: defined.definition }]);
  }

  /** Holds the views whose entries in a list are unsafe. */
  judge(server: string, entries: readonly Entry[]): void {
    for (const { key, listed } of entries) {
      const problem = isViewUri(key) ? problemIn(listed) : undefined;
      if (problem !== undefined) this.#deps.items.refuse(server, key, problem);
    }
  }

  /** Reads the views that a server's tools name, and those of its list. Undefined without answer. */
  async all(home: ServerLists, signal?: AbortSignal): Promise<readonly ReviewedView[] | undefined> {
    const listed = await home.whole("resources");
    if (listed === undefined) return undefined;
    const named = this.#named(home);
    const uris = new Set([...named, ...listed.map(({ key }) => key).filter(isViewUri)]);
    const found: ReviewedView[] = [];
    for (const uri of [...uris].slice(0, maxViews)) {
      const defined = await this.#read(home, uri, signal);
      if (defined === undefined) return undefined;
      await this.#compare(home, uri, defined);
      const definition = defined.kind === "view" ? defined.definition : {};
      if (defined.kind === "formless") continue;
      found.push({ key: uri, listed: definition, hold: this.holdOf(home.server.name, uri) });
    }
    return found;
  }

  /** Reads the views that new tools of a server name, so that the lock has both. */
  async pin(home: ServerLists, signal: AbortSignal): Promise<void> {
    for (const uri of this.#named(home).slice(0, maxViews)) {
      const id = JSON.stringify([home.server.name, uri]);
      if (this.#seen.has(id) || signal.aborted) continue;
      this.#seen.add(id);
      const defined = await this.#read(home, uri, signal);
      // The first caller that reads it has it compared.
      if (defined !== undefined) await this.#compare(home, uri, defined);
    }
  }

  /** A server whose resources do not pass has no views. */
  #named({ server }: ServerLists): readonly string[] {
    return has(server, "resources") ? this.#deps.viewsOf(server.name) : [];
  }

  /** Undefined if the server does not answer. */
  async #read(
    home: ServerLists,
    uri: string,
    signal?: AbortSignal,
  ): Promise<DefinedView | undefined> {
    const { clock, clean } = this.#deps;
    const request = { method, params: { uri }, isOurs: true } as const;
    try {
      const limit = { clock, ms: answerMs, ...(signal && { signal }) };
      const raw: JsonObject = await withTimeout(limit, (each) =>
        home.server.upstream.request(request, each),
      );
      const entry = await entryOf(home, uri);
      if (entry === "unanswered") return undefined;
      if (faultIn(method, raw, true) !== undefined) return { kind: "formless" };
      return defineView(uri, cleanView(raw, clean), entry === "absent" ? undefined : entry);
    } catch {
      return undefined;
    }
  }
}

/** Returns the entry of a view in the last list of its server. */
async function entryOf(
  home: ServerLists,
  uri: string,
): Promise<JsonObject | "absent" | "unanswered"> {
  const entries = await home.read("resources");
  if (entries === unanswered) return "unanswered";
  return entries.find(({ key }) => key === uri)?.listed ?? "absent";
}

function failed(server: string, fault: JsonObject, passing = false): Refusal {
  return new Refusal("relay-failed", { method, server, fault, passing });
}
