/** Runs work of one name once at a time. Concurrent callers share its result or error. */
export function createSingleFlight<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const under = flights.get(name);
    if (under !== undefined) return under;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
