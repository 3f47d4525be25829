import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path/posix";

/** The built files of the page in memory, by their paths below `/console/`. */
export type AssetFiles = ReadonlyMap<string, Uint8Array>;

/** The page itself. Every path that is no file shows it. */
export const indexFile = "index.html";

/** Where the build puts files whose names have a hash of their content. */
const hashedFolder = "assets/";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** No script, style or frame of others, and no text ever becomes HTML. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Headers of every answer of the console. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Sends a file of the page, or the page itself. `path` is without `/console/` and a query. */
export function sendAsset(files: AssetFiles, path: string, { request, response }: Exchange): void {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const asset = isRead ? assetAt(files, path) : undefined;
  if (asset === undefined) {
    const headers = { ...pageHeaders, "cache-control": "no-store" };
    response.writeHead(isRead ? 404 : 405, isRead ? headers : { ...headers, allow: "GET, HEAD" });
    response.end();
    return;
  }
  response.writeHead(200, { ...pageHeaders, ...asset.headers });
  response.end(request.method === "HEAD" ? undefined : asset.body);
}

/** A request and its response. */
export interface Exchange<Request = IncomingMessage> {
  readonly request: Request;
  readonly response: ServerResponse;
}

interface Asset {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Every path that is no file is a place in the page. Files of another build are missing. */
function assetAt(files: AssetFiles, path: string): Asset | undefined {
  const isHashed = path.startsWith(hashedFolder);
  const name = files.has(path) || isHashed ? path : indexFile;
  const body = files.get(name);
  return (
    body && {
      body,
      headers: {
        "content-type": types[extname(name)] ?? "application/octet-stream",
        "content-length": body.byteLength,
        "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      },
    }
  );
}
