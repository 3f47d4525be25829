import { meWith } from "../fixture-data.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";
import { hash, statusWith, verified, verify, verifying } from "./audit.ts";

function refusing(key: string, status: number, message: string): FixtureRoutes {
  const error = { code: "audit-refused", message, next: "toolcourt audit status" };
  return { [key]: () => ({ status, body: { error } }) };
}

const progress = { kind: "progress", rows: 21_250, of: 48_204 };

/** The page of the audit log in each of its states. */
export const auditStates: readonly PageState[] = [
  { name: "audit", path: "audit", isShown: true },
  {
    name: "audit, signed to its end",
    path: "audit",
    routes: {
      "GET audit/status": () => ({ body: statusWith({ signed: { row: 48_204, hash, at: null } }) }),
    },
  },
  {
    name: "audit, empty",
    path: "audit",
    routes: {
      "GET audit/status": () => ({
        body: statusWith({ last: null, signed: null, checkpoint: null }),
      }),
    },
  },
  {
    name: "audit, not signed",
    path: "audit",
    routes: {
      "GET audit/status": () => ({
        body: statusWith({ unsigned: "its key was replaced while the gateway ran." }),
      }),
    },
  },
  {
    name: "audit, verifying",
    path: "audit",
    routes: verifying(true, progress),
    prepare: async (page) => {
      await verify(page);
      await page.getByText("21250 of 48204 rows").waitFor();
    },
    isShown: true,
  },
  {
    name: "audit, in place",
    path: "audit",
    routes: verifying(false, progress, {
      kind: "sound",
      rows: 48_205,
      signed: 48_205,
      witnessed: 0,
    }),
    prepare: verified,
  },
  {
    name: "audit, broken",
    path: "audit",
    routes: verifying(false, progress, {
      kind: "broken",
      row: 31_007,
      line: 31_040,
      problem: "The hash does not fit the row and the rows before it.",
    }),
    prepare: verified,
  },
  {
    name: "audit, no verdict",
    path: "audit",
    routes: verifying(false, progress),
    prepare: verified,
  },
  {
    name: "audit, already verifying",
    path: "audit",
    routes: refusing("POST audit/verify", 429, "The log is being verified already."),
    prepare: verified,
  },
  {
    name: "audit, cancelled",
    path: "audit",
    routes: verifying(true, progress),
    prepare: async (page) => {
      await verify(page);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("Cancelled.").waitFor();
    },
  },
  {
    name: "audit, may only read",
    path: "audit",
    routes: { "GET me": () => ({ body: meWith(["audit:read"]) }) },
  },
  {
    name: "audit, without permission",
    path: "audit",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  {
    name: "audit, without a log",
    path: "audit",
    routes: refusing("GET audit/status", 404, "This gateway keeps no audit log."),
  },
  { name: "audit, a row", path: "audit?row=48203", isShown: true },
  {
    name: "audit, a proof",
    path: "audit?row=48203",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Save the proof" }).click();
      await page.getByText("Saved.").waitFor();
    },
  },
  { name: "audit, no row named", path: "audit?view=row" },
  { name: "audit, no number", path: "audit?row=first" },
  {
    name: "audit, no such row",
    path: "audit?row=99999",
    routes: refusing("GET audit/rows/99999", 404, "The log has no such row."),
  },
  { name: "audit, unfinished calls", path: "audit?view=unfinished" },
  {
    name: "audit, closing a call",
    path: "audit?view=unfinished",
    prepare: (page) => page.getByRole("button", { name: "Close" }).first().click(),
  },
  {
    name: "audit, every call has ended",
    path: "audit?view=unfinished",
    routes: { "GET audit/unfinished": () => ({ body: { calls: [] } }) },
  },
  { name: "audit, export", path: "audit?view=export&from=100&to=200" },
  {
    name: "audit, exported",
    path: "audit?view=export",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
    },
  },
];
