import { relative } from "node:path"
import { parseArgs } from "node:util"
import { printRows } from "./print-rows"
import type { Size, Suite, SuiteContext } from "./suite"
import { writeResult } from "./write-result"

/** The parts of a run; results are written to `folder`. */
export interface BenchParts {
  readonly suites: { readonly [name: string]: Suite }
  /** Suites that run only if they are named. */
  readonly parts?: { readonly [name: string]: Suite }
  readonly folder: string
  readonly keep: SuiteContext["keep"]
  readonly print: (text: string) => void
}

/** The suites and the size from the command line; throws a message for unknown ones. */
function readCommand(
  options: readonly string[],
  defaults: readonly string[],
  known: readonly string[],
) {
  const { positionals, values } = parseArgs({
    // Options after a second `--`, as in `npm run bench -- kpi -- --large`, count too.
    args: options.filter((option) => option !== "--"),
    allowPositionals: true,
    options: { large: { type: "boolean" }, quick: { type: "boolean" } },
  })
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no suite "${unknown}"; there are ${known.join(", ")}.`)
  const size: Size = values.large ? "large" : values.quick ? "quick" : "normal"
  return { names: positionals.length > 0 ? positionals : defaults, size }
}

/**
 * Runs the suites that the options name, or all: prints each suite's table and writes its result.
 */
export async function runBench(options: readonly string[], parts: BenchParts): Promise<void> {
  const { suites, folder, keep, print } = parts
  const all = { ...suites, ...parts.parts }
  const { names, size } = readCommand(options, Object.keys(suites), Object.keys(all))
  for (const name of names) {
    const suite = all[name]
    if (!suite) continue
    const result = await suite({ size, keep, print })
    const file = writeResult(folder, { suite: name, size, date: new Date(), ...result })
    const missing = (result.missing ?? []).map((sentence) => `\n\nNot measured: ${sentence}`)
    const written = `\n\nWritten to ${relative(process.cwd(), file)}.`
    print(`\n${printRows(result.rows)}${missing.join("")}${written}`)
  }
}
