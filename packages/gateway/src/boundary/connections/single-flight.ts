/** Has work of one name done once at a time: whoever asks meanwhile gets what comes of it, good or bad. */
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
