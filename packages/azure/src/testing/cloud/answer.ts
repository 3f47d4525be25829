import type { JsonObject } from "@toolcourt/sdk";

/** A request as the fixture cloud sees it. */
export interface CloudRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body. Default: none. */
  readonly body?: JsonObject;
}

export interface CloudAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: no body. */
  readonly body?: JsonObject;
  /** What a proxy on the way writes instead of the body. Default: nothing. */
  readonly text?: string;
}

/** Answers 200 with a JSON body. */
export function ok(body: JsonObject, headers: Readonly<Record<string, string>> = {}): CloudAnswer {
  return { status: 200, headers, body };
}

/** A failure in the form of Azure Resource Manager. */
export function failure(status: number, code: string, message: string): CloudAnswer {
  return { status, body: { error: { code, message } } };
}

export interface PageOf {
  readonly request: CloudRequest;
  readonly size: number;
}

/** Returns one page of a list, and the absolute link to the next one. */
export function pageOf(
  items: readonly JsonObject[],
  { request, size }: PageOf,
): { readonly value: readonly JsonObject[]; readonly link?: string } {
  const from = Number(request.url.searchParams.get("$skiptoken") ?? 0);
  const value = items.slice(from, from + size);
  if (from + size >= items.length) return { value };
  const link = new URL(request.url);
  link.searchParams.set("$skiptoken", String(from + size));
  return { value, link: link.href };
}

/** A list in the form of Azure Resource Manager, page by page. */
export function listed(items: readonly JsonObject[], of: PageOf): CloudAnswer {
  const { value, link } = pageOf(items, of);
  return ok({ value: [...value], ...(link !== undefined && { nextLink: link }) });
}
