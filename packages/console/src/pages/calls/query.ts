/** The filters of the list, as the address and the API name them. */
export const textFilters = ["tool", "server", "code", "subject", "id"] as const;
export const timeFilters = ["from", "to"] as const;
export const filterNames = ["status", ...textFilters, ...timeFilters] as const;
export type FilterName = (typeof filterNames)[number];

/** Returns the filters of an address, without the cursor and without keys of no meaning. */
export function filtersIn(query: URLSearchParams): URLSearchParams {
  const found = new URLSearchParams();
  for (const name of filterNames) {
    const value = query.get(name);
    if (value !== null && value !== "") found.set(name, value);
  }
  return found;
}

/** Returns the address of the list with filters. */
export function listPath(filters: URLSearchParams): string {
  const text = filters.toString();
  return text === "" ? "/calls" : `/calls?${text}`;
}

export function withFilter(
  filters: URLSearchParams,
  name: FilterName,
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(filters);
  if (value === "") next.delete(name);
  else next.set(name, value);
  return next;
}

/** Converts a time of the address into the local form that the field shows. */
export function localTime(iso: string | null): string {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(at)) return "";
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}

/** Converts the local time of a field into that of the address. Empty if it is none. */
export function isoTime(local: string): string {
  const at = Date.parse(local);
  return local === "" || Number.isNaN(at) ? "" : new Date(at).toISOString();
}
