import type { Line } from "@toolcourt/gateway/internal/edge/entrance";
import { createClosingTime } from "@toolcourt/gateway/internal/edge/graceful-shutdown";
import { type Listening, openHttp } from "@toolcourt/gateway/internal/edge/http";
import type { Face } from "@toolcourt/gateway/internal/edge/mcp-server";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

/** Creates an entrance's view of a pipeline, with counted ids. */
export function fakeFace(line: Line, clock: FakeClock = createFakeClock()): Face {
  let ids = 0;
  return {
    line,
    arrival: {
      principal: { id: "local", permissions: "all" },
      newId: () => `id-${(ids += 1)}`,
    },
    version: "1.2.3",
    closing: createClosingTime(clock),
  };
}

/** Opens the HTTP entrance of a pipeline on a free port. */
export function openFakeHttp(line: Line, clock: FakeClock = createFakeClock()): Promise<Listening> {
  return openHttp(fakeFace(line, clock), { host: "127.0.0.1", port: 0, clock });
}
