import { canonicalForm, formOf, hostForm } from "./kinds.ts";
import { readUrl, type UrlParts } from "./url-form.ts";

/** Tells whether the operator named a destination. */
export type OperatorNames = (kind: string, text: string) => boolean;

/**
 * Reads the patterns of `policy.destinations`: `*@company.com`, `https://api.company.com/*`,
 * `*.company.com`, `/srv/exports/*`, or a value without a star.
 *
 * @throws RangeError for a pattern whose star stands elsewhere.
 */
export function readOperatorNames(patterns: readonly string[]): OperatorNames {
  const tests = patterns.map(testOf);
  return (kind, text) => tests.some((test) => test(kind, text));
}

function testOf(pattern: string): OperatorNames {
  if (pattern.includes("://")) return urlTest(pattern);
  if (!pattern.includes("*")) return exactTest(pattern);
  if (/^\*@(?:\*\.)?[^*]+$/.test(pattern)) return emailTest(pattern);
  if (/^\*\.[^*]+$/.test(pattern)) return hostTest(pattern);
  if (/^\/[^*]*\/\*$/.test(pattern)) return pathTest(pattern);
  throw unreadable(pattern);
}

function unreadable(pattern: string): RangeError {
  return new RangeError(
    `destinations: expected "*@host", "*.host", "scheme://host/*", "/path/*" or a value without a star, got ${JSON.stringify(pattern)}. Correct it and run "toolcourt policy test".`,
  );
}

function exactTest(pattern: string): OperatorNames {
  const own = formOf(pattern);
  const form = canonicalForm(own, pattern);
  return (kind, text) => text === pattern || (kind === own && canonicalForm(kind, text) === form);
}

/** Mail servers give `%` and `!` in a name a meaning of their own, so such an address never fits. */
const plainLocal = /^[A-Za-z0-9.#$&'*+/=?^_`{|}~-]{1,64}$/;

function emailTest(pattern: string): OperatorNames {
  const host = pattern.slice(2);
  const fits = hostFits(host.startsWith("*.") ? host : (hostForm(host) ?? host));
  return (_kind, text) => {
    const at = text.indexOf("@");
    return plainLocal.test(text.slice(0, at)) && fits(hostForm(text.slice(at + 1)));
  };
}

function hostTest(pattern: string): OperatorNames {
  const fits = hostFits(pattern);
  return (kind, text) => kind === "host" && fits(hostForm(text));
}

function hostFits(pattern: string): (host: string | undefined) => boolean {
  if (!pattern.startsWith("*.")) return (host) => host === pattern;
  const end = pattern.slice(1).toLowerCase();
  return (host) => host !== undefined && host.length > end.length && host.endsWith(end);
}

function pathTest(pattern: string): OperatorNames {
  const folder = pattern.slice(0, -1);
  return (kind, text) => {
    const form = canonicalForm("path", text);
    const isPlain = !/[\\%]|(?:^|\/)\.\.(?:\/|$)/.test(form);
    return kind !== "url" && isPlain && form.startsWith(folder) && form.length > folder.length;
  };
}

/** Servers disagree on what an encoded separator in a path means, so such a link never fits. */
const encodedSeparator = /%(?:2F|5C|00)|\/\.\.?(?:\/|$)/;

function urlTest(pattern: string): OperatorNames {
  const isOpen = pattern.endsWith("/*");
  const body = isOpen ? pattern.slice(0, -1) : pattern;
  const isAnyHost = /^[a-z]+:\/\/\*\./i.test(body);
  const url = readUrl(isAnyHost ? body.replace("*.", "") : body);
  if (url === undefined || url.host.includes("*") || url.path.includes("*"))
    throw unreadable(pattern);
  const fits = hostFits(isAnyHost ? `*.${url.host}` : url.host);
  return (_kind, text) => {
    const asked = text.includes("://") ? readUrl(text) : undefined;
    return asked?.scheme === url.scheme && fits(asked.host) && pathFits(url, asked, isOpen);
  };
}

function pathFits(url: UrlParts, asked: UrlParts, isOpen: boolean): boolean {
  if (!isOpen) return asked.path === url.path && asked.rest === url.rest;
  return asked.path.startsWith(url.path) && !encodedSeparator.test(asked.path);
}
