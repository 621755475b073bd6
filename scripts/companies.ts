import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { readCompanies } from "./companies/companies-file"
import { describeCompany, listCompanies } from "./companies/list-companies"
import { type MoveOptions, moveCompany, requireCompany } from "./companies/move-company"
import { loadEnvironment } from "./environment"
import { root } from "./root"
import { runScript, type Shutdown } from "./shutdown"

const usage = `npm run companies -- list
npm run companies -- where NAME
npm run companies -- move NAME --to SERVER [--by dump|replication]

Companies and servers are read from companies.json, or from what --file or COMPANIES_FILE names;
docs/growing.md tells more.`

const print = (line: string) => console.log(line)

/** Moves a company; Ctrl-C undoes the move before the process ends. */
async function move(shutdown: Shutdown, options: Omit<MoveOptions, "signal" | "report">) {
  const controller = new AbortController()
  let isOver = false
  const moving = moveCompany({ ...options, report: print, signal: controller.signal }).finally(
    () => {
      isOver = true
    },
  )
  shutdown.add({
    async stop() {
      if (isOver) return
      controller.abort(new Error("it was interrupted."))
      await moving.catch((error: Error) => console.error(error.message))
    },
  })
  const { stoppedMs, left } = await moving
  print(
    `${options.name} is on ${options.to}. It was closed for ${(stoppedMs / 1000).toFixed(1)} s.`,
  )
  print(`What it left is called ${left.join(", ")}; drop it when nobody needs it.`)
}

await runScript(async (shutdown) => {
  const environment = loadEnvironment()
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: "string" },
      by: { type: "string", default: "dump" },
      file: { type: "string" },
    },
  })
  const { to, by } = values
  const [command, name, ...more] = positionals
  const file = values.file ?? environment["COMPANIES_FILE"] ?? "companies.json"
  const read = () => readCompanies(resolve(root, file), environment)
  const tell = async (company: string) => {
    for (const line of await describeCompany(requireCompany(read(), company))) print(line)
  }
  if (command === "list" && !name) {
    for (const line of await listCompanies(read())) print(line)
  } else if (command === "where" && name && more.length === 0) {
    await tell(name)
  } else if (
    command === "move" &&
    name &&
    more.length === 0 &&
    to &&
    (by === "dump" || by === "replication")
  ) {
    await move(shutdown, { companies: read(), name, to, by, environment })
    await tell(name)
  } else throw new Error(usage)
  await shutdown.end(0)
})
