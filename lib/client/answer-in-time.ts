import "server-only"

/** What a cache or a copy answers within; a page that waits longer shows its frame and head first. */
const atOnceMs = 50

/** An answer that is still wanted afterwards, or undefined where it takes longer. */
export async function answerInTime(
  answer: Promise<Response>,
  withinMs = atOnceMs,
): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, withinMs, undefined)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
