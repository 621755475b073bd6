import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Statement } from "./column-table"

/** The statement that the minimal server runs for every request, and its database. */
export interface Baseline {
  readonly databaseUrl: string
  readonly poolSize: number
  readonly statement: Statement
}

/** Clients that each run the statement again after every result. */
export interface SqlLoad extends Baseline {
  readonly clients: number
  readonly seconds: number
}

const start = (program: string): ChildProcess =>
  fork(join(import.meta.dirname, program), { execArgv: ["--import", "tsx"] })

/**
 * The first message of a program after it has received its work; throws if the program ends without
 * one.
 */
async function request(child: ChildProcess, work: Baseline | SqlLoad): Promise<number> {
  const answer = once(child, "message")
  child.send(work)
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A baseline program ended with code ${code}.`)
  })
  const [figure] = await Promise.race([answer, ended])
  return Number(figure)
}

/** Starts a server in its own process that only runs a statement and forwards its JSON. */
export async function startMinimalServer(baseline: Baseline) {
  const child = start("minimal-server.ts")
  const port = await request(child, baseline)
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const ended = once(child, "exit")
      child.kill()
      await ended
    },
  }
}

/** How many times a second the statement completes, measured in its own process. */
export const measureSql = (load: SqlLoad): Promise<number> => request(start("sql-load.ts"), load)
