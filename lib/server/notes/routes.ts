import "server-only"
import type { ListOperation } from "../../catalogue"
import { type ChartNote, notesContract } from "../../contract"
import type { Session } from "../../session"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { mayChange, readerOf, requireReadableRole, roleOf } from "../http/sharing"
import type { Existence } from "../reads/existence"
import { type NotesTable, noteLimit, type StoredNote } from "./table"

export interface NotesRoutesParts {
  /** The list of data points. */
  readonly list: ListOperation
  readonly notes: NotesTable
  readonly existence: Existence
}

const showNote = (session: Session, note: StoredNote): ChartNote => ({
  id: note.id,
  from: note.from,
  to: note.to,
  text: note.text,
  role: roleOf(note.role),
  ownerName: note.ownerName,
  isMine: note.owner === session.sub,
  mayRemove: mayChange(session, note),
  writtenAt: new Date(note.writtenAt).toISOString(),
})

/** The notes on a data set that a person may see, ordered by day. */
export const readNotes = async (
  notes: NotesTable,
  session: Session,
  dataSetId: string,
): Promise<readonly ChartNote[]> =>
  (await notes.list(dataSetId, readerOf(session))).map((note) => showNote(session, note))

/** Notes on the days of data sets: anyone who may read data points can write their own. */
export function notesRoutes({ list, notes, existence }: NotesRoutesParts): readonly BoundRoute[] {
  return bindRoutes(notesContract, {
    readNotes: async ({ session, parameters: { dataSetId } }) => ({
      notes: [...(await readNotes(notes, session, dataSetId))],
    }),

    async addNote({ session, parameters: { dataSetId }, body }) {
      requireReadableRole(list.domain, body.role)
      await existence.require(session, list, { dataSetId })
      const owner = { owner: session.sub, ownerName: session.name ?? session.email ?? null }
      const added = await notes.add({ dataSetId, ...body, ...owner })
      if (added) return showNote(session, added)
      throw new BffError("limit_reached", {
        detail: `One person can write ${noteLimit} notes beside a data set. Remove one first.`,
      })
    },

    async removeNote({ session, parameters: { dataSetId, note: id } }) {
      const found = (await notes.list(dataSetId, readerOf(session))).find((note) => note.id === id)
      if (!found) throw new BffError("not_found", { detail: "There is no such note." })
      if (!mayChange(session, found))
        throw new BffError("forbidden", {
          detail: "Only whoever wrote this note, or an administrator, may remove it.",
        })
      await notes.remove(id)
      return undefined
    },
  })
}
