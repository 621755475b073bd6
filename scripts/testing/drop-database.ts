import { setTimeout as sleep } from "node:timers/promises"

const isForbidden = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "42501"

const deadlineMs = 30_000

/**
 * Drops a database and its connections. Retries, because autovacuum may be working in it, which
 * only a superuser may end.
 */
export async function dropDatabase(
  server: { query(sql: string): Promise<unknown> },
  name: string,
): Promise<void> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const error = await server.query(`drop database "${name}" with (force)`).then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    if (error === undefined) return
    if (!isForbidden(error) || performance.now() > deadline) throw error
    await sleep(200)
  }
}
