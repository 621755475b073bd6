import { relative } from "node:path"
import { parseArgs } from "node:util"
import { printRows } from "./print-rows"
import type { Size, Suite, SuiteContext } from "./suite"
import { writeResult } from "./write-result"

/** What a run is made of; `folder` takes the results. */
export interface BenchParts {
  readonly suites: { readonly [name: string]: Suite }
  /** Those that run only where they are named. */
  readonly parts?: { readonly [name: string]: Suite }
  readonly folder: string
  readonly keep: SuiteContext["keep"]
  readonly print: (text: string) => void
}

/** The suites and the size that the command line asks for; throws a sentence where it asks for others. */
function readCommand(
  options: readonly string[],
  defaults: readonly string[],
  known: readonly string[],
) {
  const { positionals, values } = parseArgs({
    // After a second `--`, as in `npm run bench -- kpi -- --large`, options are meant too.
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

/** Runs the suites that the options name, or all: prints each one's table and writes its result. */
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
