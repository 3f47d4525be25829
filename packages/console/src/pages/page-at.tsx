import type { JSX } from "preact";
import type { Place } from "../router.ts";
import { words } from "../words.ts";
import { LazyPage } from "./lazy-page.tsx";
import type { PageProps, Route } from "./section.ts";
import { sections } from "./sections.tsx";
import { UnknownPage } from "./unknown.tsx";

/** A page at its address. */
export interface Page {
  readonly title: string;
  /** The path of its section. */
  readonly entry: string;
  /** The permission without which the page asks the gateway nothing. Default: none. */
  readonly permission?: string | undefined;
  readonly orPermission?: string | undefined;
  readonly content: JSX.Element;
}

const pages = sections.flatMap(({ routes, ...section }) =>
  routes.map((route) => ({ section, route, form: formOf(route.path) })),
);

/** Returns the page at an address. */
export function pageAt({ path, query }: Place): Page {
  for (const { section, route, form } of pages) {
    const parts = form.exec(path)?.slice(1).map(decoded);
    if (parts === undefined || parts.includes(undefined)) continue;
    const props = { query, parts: parts.map((part) => part ?? "") };
    const { title, path: entry, ...own } = section;
    const permissions = route.permission === undefined ? own : { permission: route.permission };
    return { ...permissions, title, entry, content: contentOf({ route, title, path }, props) };
  }
  return { title: words.unknownPage.title, entry: "", content: <UnknownPage /> };
}

interface Found {
  readonly route: Route;
  readonly title: string;
  readonly path: string;
}

/** With the path as its key, so that another thing starts anew and another filter does not. */
function contentOf({ route, title, path }: Found, props: PageProps): JSX.Element {
  if ("load" in route) {
    return <LazyPage key={path} load={route.load} title={title} props={props} />;
  }
  const { page: Content } = route;
  return <Content key={path} {...props} />;
}

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
}

/** Undefined for a part that is no encoded text. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
