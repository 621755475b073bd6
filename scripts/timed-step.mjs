/** Whole seconds since a time of `performance.now()`. */
const secondsSince = (start) => Math.round((performance.now() - start) / 1000)

/**
 * Names a step on the console while it is done, and how long it took; on a terminal the seconds count up, and
 * what the step tells of itself stands behind them. Answers what the step does.
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
