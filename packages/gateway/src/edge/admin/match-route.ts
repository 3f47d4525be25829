import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";

interface AnyRoute {
  readonly method: "GET" | "POST";
  /** `{name}` matches any text without a slash. */
  readonly path: string;
}

interface Matched<Route> {
  readonly route: Route;
  /** The texts in place of the names, in order. */
  readonly parts: readonly string[];
}

/** Finds a request's route. Refuses unknown paths, and methods that a path does not have. */
export function matcherOf<Route extends AnyRoute>(
  routes: readonly Route[],
): (path: string, method: string | undefined) => Matched<Route> {
  const compiled = routes.map((route) => ({
    route,
    form: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "([^/]*)")}$`),
  }));
  return (path, method) => {
    const found = compiled.filter(({ form }) => form.test(path));
    if (found.length === 0) throw new Refusal("request-invalid", { because: "path" });
    const match = found.find(({ route }) => route.method === method);
    if (match === undefined) {
      const allow = found.map(({ route }) => route.method).join(", ");
      throw new Refusal("request-invalid", { because: "method", allow });
    }
    return { route: match.route, parts: match.form.exec(path)?.slice(1) ?? [] };
  };
}
