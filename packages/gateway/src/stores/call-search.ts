import { callColumns } from "./call-rows.ts";
import type { CallFilter, CallPlace, FoundCalls, IndexedCall } from "./call-store.ts";

/**
 * How many calls one step of a search looks at. With several conditions an index serves only one of
 * them, and few of its calls may meet the others. The search then stops, and says where it goes on.
 */
export const maxSearched = 5_000;

/** The columns with an index, those first that usually have the fewest calls of one value. */
const columns = ["subject", "code", "tool", "server", "status", "tenant"] as const;
type CallColumn = (typeof columns)[number];

/** A search as SQL. */
export interface CallSearch {
  /** Selects what one index serves. */
  readonly candidates: string;
  /** The conditions that no index serves. */
  readonly others: string;
  readonly values: readonly (string | number)[];
  /** How many of the values are for the candidates, from the first one. */
  readonly ofCandidates: number;
  /** Whether it may stop before all calls were seen. */
  readonly mayStop: boolean;
}

export interface SearchIn {
  readonly table: string;
  /** Returns the parameter of the n-th value, from 1. */
  readonly parameter: (n: number) => string;
}

/** Builds the search for a filter. Candidates and others together are the whole condition. */
export function searchFor(
  filter: CallFilter,
  behind: CallPlace | undefined,
  { table, parameter }: SearchIn,
): CallSearch {
  const values: (string | number)[] = [];
  const put = (value: string | number): string => parameter(values.push(value));
  const { id } = filter;
  const { key, rest } = id === undefined ? keyFor(filter) : { key: [], rest: givenIn(filter) };
  const equal = (column: CallColumn): string => `${column} = ${put(filter[column] ?? "")}`;
  const when = (): readonly string[] => whenIn(filter, behind, put);
  const select = `SELECT ${callColumns} FROM ${table} WHERE`;

  const candidates =
    id === undefined
      ? `${select} ${and([...key.map(equal), ...when()])}
          ORDER BY at DESC, row DESC LIMIT ${maxSearched}`
      : // Few calls share the beginning of an id, so they are sorted afterwards.
        `${select} call_id >= ${put(id)} AND call_id < ${put(`${id}\u{10ffff}`)}
          ORDER BY call_id LIMIT ${maxSearched}`;
  const ofCandidates = values.length;
  const others = and([...rest.map(equal), ...(id === undefined ? [] : when())]);
  return { candidates, others, values, ofCandidates, mayStop: id === undefined && rest.length > 0 };
}

/** Chooses the column whose index serves the search. Default: the time alone. */
function keyFor(filter: CallFilter): { readonly key: CallColumn[]; readonly rest: CallColumn[] } {
  const given = givenIn(filter);
  const isCommon = (column: CallColumn): boolean => filter[column] === "answered";
  const key = given.find((column) => !isCommon(column)) ?? given[0];
  return { key: key === undefined ? [] : [key], rest: given.filter((column) => column !== key) };
}

function givenIn(filter: CallFilter): CallColumn[] {
  return columns.filter((column) => filter[column] !== undefined);
}

function whenIn(
  { from, to }: CallFilter,
  behind: CallPlace | undefined,
  put: (value: number) => string,
): readonly string[] {
  return [
    ...(from === undefined ? [] : [`at >= ${put(from)}`]),
    ...(to === undefined ? [] : [`at < ${put(to)}`]),
    ...(behind === undefined ? [] : [`(at, row) < (${put(behind.at)}, ${put(behind.row)})`]),
  ];
}

function and(conditions: readonly string[]): string {
  return conditions.join(" AND ") || "TRUE";
}

/** The query for one call more than asked for. Its last value is that number. */
export function listSql({ candidates, others }: CallSearch, parameter: string): string {
  return `SELECT * FROM (${candidates}) AS candidates WHERE ${others}
    ORDER BY at DESC, row DESC LIMIT ${parameter}`;
}

/** The query for the last candidate of a search that stopped. Takes the values of the candidates. */
export function stopSql({ candidates }: CallSearch): string {
  return `SELECT at, row FROM (${candidates}) AS candidates
    ORDER BY at DESC, row DESC LIMIT 1 OFFSET ${maxSearched - 1}`;
}

/** Builds the answer from one call more than asked for, and the place where the search stopped. */
export function foundCalls(
  found: readonly IndexedCall[],
  max: number,
  stoppedAt?: CallPlace,
): FoundCalls {
  const calls = found.slice(0, max);
  const last = calls.at(-1);
  const next = found.length > max && last ? { at: last.at, row: last.row } : stoppedAt;
  return { calls, ...(next && { next }) };
}
