import "server-only"

const firstPaintMs = 1500

/** An answer that is still wanted afterwards, or undefined where the first paint must not wait for it any longer. */
export async function answerInTime(
  answer: Promise<Response>,
  withinMs = firstPaintMs,
): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, withinMs, undefined)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
