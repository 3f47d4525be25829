/** Why the call of a query may be made again: its tool asked for something, or it waits for somebody's yes. */
export type Left = "asked" | "waits";

/** A call, as far as its query is concerned. */
export interface QueryCall {
  readonly callId: string;
  readonly registered: { readonly publicName: string };
  /** Present where the call brings answers to what the tool asked. */
  readonly resumption?: object;
}

/** Which queries have had their one call. */
export interface Queries {
  /** Takes the call that a query has, unless it was taken. One that was left may be taken up by its tool. */
  readonly take: (key: string, call: QueryCall) => boolean | Promise<boolean>;
  /** Leaves the call to be taken up again. To be awaited before anybody hears of it. */
  readonly leave: (key: string, call: QueryCall, left: Left) => void | Promise<void>;
}

/** What is known of a query that was taken. */
export interface Query {
  readonly endsAt: number;
  /** Absent while nobody may take it. */
  readonly left?: Left;
  /** The tool that may take it up. */
  readonly tool?: string;
}

/** How long a query is remembered. */
export const queryLastsMs = 3_600_000;

/** How many queries a process remembers at most; past that the oldest is forgotten. */
export const mostQueries = 10_000;

/** Whoever waited for a yes comes again as before; whoever was asked comes with answers. */
export function takesUp({ registered, resumption }: QueryCall, { left, tool }: Query): boolean {
  if (left === undefined || tool !== registered.publicName) return false;
  return left === "waits" || resumption !== undefined;
}
