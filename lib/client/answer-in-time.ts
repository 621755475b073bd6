import "server-only"

/** What a cache or a copy answers within; a page that waits longer shows its frame and head first. */
const atOnceMs = 100

/** An answer that is still wanted afterwards, or undefined where it takes longer. */
export async function answerInTime(
  answer: Promise<Response>,
  withinMs = atOnceMs,
): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    // What has come while the process was busy counts as in time.
    timer = setTimeout(() => setImmediate(resolve, undefined), withinMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
