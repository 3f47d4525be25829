/**
 * The program behind the image's health check. It asks the listener for probes, or else the entrance.
 * Any answer below 500 is a sign of life: the entrance refuses a Host that is not its own.
 */
export const healthcheckProgram = `for (const port of [7421, 7420]) {
  const answer = await fetch("http://127.0.0.1:" + port + "/healthz").catch(() => undefined);
  if (answer !== undefined) process.exit(answer.status < 500 ? 0 : 1);
}
process.exit(1);
`;
