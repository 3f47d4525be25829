import { admissionRig } from "@toolcourt/testing/admissions";
import { expect, it } from "vitest";

const contract = {
  server: "crm",
  tool: "get-card",
  digest: "sha256:one",
  lockedAt: "2026-11-01T00:00:00.000Z",
};
const grace = { by: "operator:grace", tenant: null };

it("admits a contract that was admitted before, since it may have been held again", async () => {
  const { desk } = admissionRig();

  await desk.admit(contract, grace);
  const again = await desk.admit(contract, grace);

  expect(again).toBe("admitted");
  expect(await desk.newest()).toMatchObject([{ number: 2, state: "admitted" }]);
});

it("dates a decision after what it stands over, even if that clock is ahead", async () => {
  const { desk } = admissionRig();
  const lockedAt = "2099-01-01T00:00:00.000Z";

  await desk.admit({ ...contract, lockedAt }, grace);
  const [admitted] = await desk.newest();
  await desk.withdraw(contract, grace);
  const [withdrawn] = await desk.newest();

  expect(admitted?.at).toBe(Date.parse(lockedAt) + 1);
  expect(withdrawn?.at).toBe(Date.parse(lockedAt) + 2);
});

it("dates a decision now if the lock has no time that can be read", async () => {
  const { desk } = admissionRig();

  await desk.admit({ ...contract, lockedAt: "yesterday" }, grace);

  expect((await desk.newest())[0]?.at).toBeGreaterThan(0);
});

it.each<{ readonly admitted?: string; readonly digest?: string; readonly outcome: string }>([
  { digest: "sha256:one", outcome: "none" },
  { admitted: "sha256:two", digest: "sha256:one", outcome: "differs" },
  { admitted: "sha256:two", outcome: "withdrawn" },
])(
  "withdraws $digest if $admitted is admitted: $outcome",
  async ({ admitted, digest, outcome }) => {
    const { desk } = admissionRig();
    if (admitted !== undefined) await desk.admit({ ...contract, digest: admitted }, grace);

    expect(await desk.withdraw({ server: "crm", tool: "get-card", digest }, grace)).toBe(outcome);
  },
);

it("withdraws once", async () => {
  const { desk, notes } = admissionRig();
  await desk.admit(contract, grace);

  await desk.withdraw(contract, grace);

  expect(await desk.withdraw(contract, grace)).toBe("none");
  expect(await notes()).toHaveLength(2);
});
