/** Whole seconds since a time of `performance.now()`. */
const secondsSince = (start) => Math.round((performance.now() - start) / 1000)

/**
 * Prints a step's title while it runs and its time at the end. On a terminal the seconds count up,
 * followed by the step's own messages. Returns the step's result.
 */
export async function timedStep(title, work) {
  const { stdout } = process
  const start = performance.now()
  let now = ""
  const line = () => `${title} … ${secondsSince(start)} s${now && ` (${now})`}`
  const show = () => stdout.write(`\r\u001b[2K${line()}`)
  const timer = stdout.isTTY ? setInterval(show, 1000) : undefined
  if (stdout.isTTY) show()
  else stdout.write(`${title} …`)
  try {
    return await work((text) => {
      now = text
    })
  } finally {
    clearInterval(timer)
    now = ""
    stdout.write(stdout.isTTY ? `\r\u001b[2K${line()}\n` : ` ${secondsSince(start)} s\n`)
  }
}
