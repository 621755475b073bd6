import { quoteName } from "@/lib/db/sql"
import type { DatabaseServer } from "./companies-file"
import { type Connection, describeFault, withConnection } from "./connections"
import { dropSlots, replicationNameOf } from "./copy-by-replication"
import { findMarked, type MarkedDatabase, writeComment } from "./move-mark"
import { dropCopy } from "./server-databases"

interface Remains {
  readonly source: DatabaseServer
  readonly target: DatabaseServer
  readonly databases: readonly string[]
}

/** Opens a database under its name again and ends what replicates it; its mark goes last, so that whoever fails begins anew. */
async function reopen(control: Connection, { database, oid, mark }: MarkedDatabase) {
  const name = quoteName(mark.name)
  if (database !== mark.name)
    await control.query(`alter database ${quoteName(database)} rename to ${name}`)
  await control.query(`alter database ${name} allow_connections true`)
  await withConnection(control.server, mark.name, async (inside) => {
    await dropSlots(inside, replicationNameOf(oid), mark.system)
    await inside.query(`drop publication if exists ${replicationNameOf(oid)}`)
  })
  await writeComment(control, mark.name, mark.comment)
}

const findMarkedAs = async (
  control: Connection,
  role: "leaving" | "arriving",
  databases: readonly string[],
) =>
  (await findMarked(control)).filter(
    ({ mark }) => mark.role === role && databases.includes(mark.name),
  )

/**
 * Undoes a move that failed or was killed: copies on the target that are marked are dropped, databases of
 * the source that are marked get their name back and are open. Answers what it could not do, in sentences.
 */
export async function putBack({ source, target, databases }: Remains): Promise<{
  readonly undone: readonly string[]
  readonly faults: readonly string[]
}> {
  const undone: string[] = []
  const faults: string[] = []
  const attempt = async (server: DatabaseServer, work: (control: Connection) => Promise<void>) => {
    try {
      await withConnection(server, undefined, work)
    } catch (error) {
      faults.push(describeFault(error))
    }
  }
  await attempt(target, async (control) => {
    for (const { database } of await findMarkedAs(control, "arriving", databases)) {
      await dropCopy(control, database)
      undone.push(`the copy of ${database} on ${target.name} is dropped`)
    }
  })
  await attempt(source, async (control) => {
    for (const marked of await findMarkedAs(control, "leaving", databases)) {
      await reopen(control, marked)
      undone.push(`${marked.mark.name} on ${source.name} is open`)
    }
  })
  return { undone, faults }
}
