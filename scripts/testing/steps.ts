import { joinOutcomes, type Outcome, type TestFile } from "./step"

interface Timed {
  readonly name: string
  readonly ms: number
}

const maxFilesShown = 10

const printTime = (ms: number) => {
  const seconds = Math.round(ms / 100) / 10
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${seconds.toFixed(1)} s`
}

const printTimes = (title: string, times: readonly Timed[]) => {
  console.log(`\n— ${title}`)
  for (const { name, ms } of times) console.log(`${printTime(ms).padStart(12)}  ${name}`)
}

const printSlowest = (title: string, files: readonly TestFile[]) => {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, maxFilesShown)
  if (slowest.length > 0) printTimes(title, slowest)
}

/** The steps of a command, each with its time and its outcome. */
export class Steps {
  private readonly outcomes: Outcome[] = []
  private readonly times: Timed[] = []
  private readonly start = performance.now()

  /**
   * Runs a step; returns whether all of it passed. A step over its budget (in seconds) prints its
   * slowest files; at twice its budget it fails.
   */
  async run(name: string, step: () => Promise<Outcome>, budget = Number.POSITIVE_INFINITY) {
    console.log(`\n— ${name}`)
    const start = performance.now()
    const outcome = await step()
    const ms = performance.now() - start
    const isTooSlow = ms > 2 * budget * 1000
    if (ms > budget * 1000) {
      console.log(`\nWARNING: "${name}" took ${printTime(ms)}, its budget is ${budget} s.`)
      printSlowest(`The slowest test files of "${name}"`, outcome.files ?? [])
    }
    this.times.push({ name, ms })
    this.outcomes.push(
      isTooSlow
        ? { ...outcome, failures: [...outcome.failures, `"${name}" took twice its budget.`] }
        : outcome,
    )
    return outcome.failures.length === 0 && !isTooSlow
  }

  /** Prints the time of each step, the slowest test files and, last, the failures; returns the exit code. */
  report(): number {
    const { passed, failures, files = [] } = joinOutcomes(this.outcomes)
    printSlowest("The slowest test files", files)
    printTimes("Times", [...this.times, { name: "together", ms: performance.now() - this.start }])
    for (const failure of failures) console.log(`\nFAILED ${failure}`)
    console.log(`\n${passed} passed, ${failures.length} failed`)
    return failures.length > 0 ? 1 : 0
  }
}
