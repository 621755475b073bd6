import { quoteName } from "@/lib/db/sql"
import { checkMove } from "./check-move"
import { type Companies, type Company, type DatabaseServer, writeServer } from "./companies-file"
import { type Connection, connect, describeFault, inTransaction, ServerError } from "./connections"
import { copyByDump } from "./copy-by-dump"
import { copyByReplication } from "./copy-by-replication"
import type { Move, Way } from "./move"
import { findMarked, writeComment } from "./move-mark"
import { putBack } from "./put-back"
import { nameMoved } from "./server-databases"

export interface MoveOptions {
  readonly companies: Companies
  readonly name: string
  readonly to: string
  readonly by: Way
  readonly report: (line: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Ends the move, which is then undone. */
  readonly signal?: AbortSignal
  readonly clock?: () => Date
}

/** How a move went: for how long nobody could connect, and what the old databases are called now. */
export interface Moved {
  readonly stoppedMs: number
  readonly left: readonly string[]
}

const namesOf = (map: ReadonlyMap<string, unknown>) => [...map.keys()].join(", ") || "none"

/** A company of the file; throws a sentence where there is none of that name. */
export function requireCompany({ companies, file }: Companies, name: string): Company {
  const company = companies.get(name)
  if (company) return company
  throw new Error(`There is no company "${name}" in ${file}; there are ${namesOf(companies)}.`)
}

function requireServer({ servers, file }: Companies, name: string): DatabaseServer {
  const server = servers.get(name)
  if (server) return server
  throw new Error(`There is no server "${name}" in ${file}; there are ${namesOf(servers)}.`)
}

/** A company's databases by their names. */
export const databasesOf = ({ databases }: Company): string[] =>
  [databases.dashboard, databases.service].filter((name) => name !== undefined)

/** One move of a company at a time: the lock ends with its session. */
async function lock(source: Connection, name: string) {
  const [row] = await source.query<{ locked: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) as locked",
    [name],
  )
  if (!row?.locked) throw new ServerError(source.server.name, `${name} is being moved already.`)
}

/** Names the old databases anew and writes the file, both or neither. */
async function handOver(move: Move, { companies, name, clock = () => new Date() }: MoveOptions) {
  const { source, target, databases } = move
  const leaving = (await findMarked(source)).filter(
    ({ mark }) => mark.role === "leaving" && databases.includes(mark.name),
  )
  const left: string[] = []
  const rename = async () => {
    for (const { database, mark } of leaving) {
      const moved = await nameMoved(source, mark.name, clock())
      await source.query(`alter database ${quoteName(database)} rename to ${quoteName(moved)}`)
      await source.query(`alter database ${quoteName(moved)} allow_connections true`)
      await writeComment(source, moved, mark.comment)
      left.push(moved)
    }
  }
  const written = { name, from: source.server.name, to: target.server.name }
  let isWritten = false
  try {
    await inTransaction(source, async () => {
      await rename()
      writeServer(companies.file, written)
      isWritten = true
    })
  } catch (error) {
    if (isWritten) writeServer(companies.file, { name, from: written.to, to: written.from })
    throw error
  }
  for (const { mark } of leaving)
    await writeComment(target, mark.name, mark.comment).catch((error: unknown) =>
      move.report(
        `The comment of ${mark.name} says that it is being moved: ${describeFault(error)}`,
      ),
    )
  return left
}

/** Undoes what a failed move has done; answers the sentences that tell where everything stands. */
async function explainFailure(
  error: unknown,
  { company, source, target }: { company: Company; source: DatabaseServer; target: DatabaseServer },
): Promise<Error> {
  const { faults } = await putBack({ source, target, databases: databasesOf(company) })
  const state =
    faults.length === 0
      ? `${company.name} is on ${source.name} as before.`
      : [
          `Not all of it could be undone. The next move of ${company.name} to ${target.name} does that first:`,
          ...faults.map((fault) => `  ${fault}`),
        ].join("\n")
  return new Error(`The move ended: ${describeFault(error)}\n${state}`, { cause: error })
}

/**
 * Moves a company's databases to another server and writes the file. Whatever fails before the file is
 * written is undone, and the error says where everything stands; the old databases are renamed, never dropped.
 */
export async function moveCompany(options: MoveOptions): Promise<Moved> {
  const { companies, name, to, by, report, signal = new AbortController().signal } = options
  const company = requireCompany(companies, name)
  const targetServer = requireServer(companies, to)
  const { server } = company
  if (server.name === to) throw new Error(`${name} is on ${to} already.`)
  const databases = databasesOf(company)
  const open: Connection[] = []
  const keep = (connection: Connection) => {
    open.push(connection)
    return connection
  }
  const source = await connect(server)
  try {
    await lock(source, name)
    const target = keep(await connect(targetServer))
    const remains = await putBack({ source: server, target: targetServer, databases })
    for (const line of remains.undone) report(`Of an earlier move: ${line}.`)
    if (remains.faults.length > 0) throw new Error(remains.faults.join("\n"))
    const checked = await checkMove({ ...options, company, databases, source, target })
    const move = { ...checked, source, target, databases, report, signal, keep }
    report(`${name} moves from ${server.name} to ${to} by ${by}.`)
    try {
      const since = await (by === "dump" ? copyByDump(move) : copyByReplication(move))
      signal.throwIfAborted()
      return { left: await handOver(move, options), stoppedMs: performance.now() - since }
    } catch (error) {
      await Promise.all(open.map((connection) => connection.end()))
      throw await explainFailure(error, { company, source: server, target: targetServer })
    }
  } finally {
    await Promise.all([source, ...open].map((connection) => connection.end()))
  }
}
