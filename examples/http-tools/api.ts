import { createServer, type Server } from "node:http";

// A small shop API: the outside system that the tools of this folder call.

const orders = Array.from({ length: 7 }, (_, index) => ({
  number: index + 1,
  customer: (index % 2) + 1,
  status: index < 4 ? "open" : "paid",
}));
const pageSize = 2;

/** Serves `GET /customers/{customer}/orders` in pages, and `POST /orders/{number}/notes`. */
function createApi(): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
    const [, , id = ""] = url.pathname.split("/");
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.method === "POST") {
      request.resume().on("end", () => answer(201, { order: Number(id), noted: true }));
      return;
    }
    const status = url.searchParams.get("status");
    const found = orders.filter(
      (order) => order.customer === Number(id) && (status === null || order.status === status),
    );
    const from = Number(url.searchParams.get("skip") ?? 0);
    answer(200, { value: found.slice(from, from + pageSize), count: found.length });
  });
}

const port = Number(process.argv[2] ?? 7500);
const api = createApi().listen(port, "127.0.0.1", () => {
  console.log(JSON.stringify(api.address()));
});
