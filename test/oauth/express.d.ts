// The parts of `express` that the SDK's example names. It is not a dependency of ours.
declare module "express" {
  import type { RequestListener } from "node:http";

  export type RequestHandler = RequestListener;
  export type Request = object;
  export type Response = object;
  export type Express = RequestListener & { readonly use: (handler: RequestHandler) => void };
}
