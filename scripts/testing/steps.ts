import { joinOutcomes, type Outcome } from "./step"

interface Timed {
  readonly name: string
  readonly ms: number
}

const maxFilesShown = 15

/** So many seconds or minutes, as people write them. */
const printTime = (ms: number) => {
  const seconds = Math.round(ms / 100) / 10
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${seconds.toFixed(1)} s`
}

const printTimes = (title: string, times: readonly Timed[]) => {
  console.log(`\n— ${title}`)
  for (const { name, ms } of times) console.log(`${printTime(ms).padStart(12)}  ${name}`)
}

/** The steps of a command, each with its time, and what came of them. */
export class Steps {
  private readonly outcomes: Outcome[] = []
  private readonly times: Timed[] = []
  private readonly begun = performance.now()

  /** Runs a step; answers whether all of it passed. */
  async run(name: string, step: () => Promise<Outcome>): Promise<boolean> {
    console.log(`\n— ${name}`)
    const begun = performance.now()
    const outcome = await step()
    this.times.push({ name, ms: performance.now() - begun })
    this.outcomes.push(outcome)
    return outcome.failures.length === 0
  }

  /** Prints the time of each step, the slowest test files and, last, so that the end of a long log says it, what failed; answers the exit code. */
  report(): number {
    const { passed, failures, unsteady = [], files = [] } = joinOutcomes(this.outcomes)
    const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, maxFilesShown)
    if (slowest.length > 0) printTimes("The slowest test files", slowest)
    const all = { name: "together", ms: performance.now() - this.begun }
    printTimes("Times", [...this.times, all])
    for (const test of unsteady) console.log(`\nUNSTEADY, passed at its second try: ${test}`)
    for (const failure of failures) console.log(`\nFAILED ${failure}`)
    console.log(`\n${passed} passed, ${failures.length} failed`)
    return failures.length > 0 ? 1 : 0
  }
}
