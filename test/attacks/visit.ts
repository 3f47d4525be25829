import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

/** A request with headers that `fetch` would not send. */
export interface Visit {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export interface Visited {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export function visit(url: URL, { method = "POST", path, headers, body }: Visit): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const place = { host: url.hostname, port: url.port, path: path ?? url.pathname };
    const sent = request({ ...place, method, headers: flat(url, headers) }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: "" });
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? body : undefined);
  });
}

/** Returns the headers as a flat list, so that duplicates are sent as they are. */
function flat(url: URL, headers: Visit["headers"]): readonly string[] {
  return Object.entries({ host: url.host, ...headers }).flatMap(([name, values]) =>
    (typeof values === "string" ? [values] : values).flatMap((value) => [name, value]),
  );
}

/** Returns whether a port accepts connections. */
export function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
