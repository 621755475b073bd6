import "server-only"
import type { ListOperation, Operation, PathParameters, Row } from "../../catalogue"
import { mayWrite, type Session } from "../../session"
import type { SmallGroups } from "../../store"
import { BffError } from "../problem"
import type { SmallGroupsSetting } from "./small-groups-setting"

/** Keeps the single points of persons from who may only be told of groups (`docs/small-groups.md`). */
export interface SmallGroupsGuard {
  /** Whether somebody may be told each point: administrators, and everybody where groups may be of one. */
  seesAll(session: Session): Promise<boolean>
  /** Throws `small_groups` (403) where the list is known to hold points of persons, but for administrators. */
  require(session: Session, operation: Operation, parameters: PathParameters): Promise<void>
  /** The same of what is about to be sent: a page that speaks of a person is withheld, and remembered. */
  inspect(
    session: Session,
    operation: Operation,
    parameters: PathParameters,
    body: string | Uint8Array,
  ): Promise<void>
  /** Whether rows speak of persons, which is then remembered. */
  note(operation: ListOperation, parameters: PathParameters, rows: readonly Row[]): Promise<boolean>
}

export interface GuardParts {
  readonly smallGroups: Pick<SmallGroups, "isPersonal" | "notePersonal">
  readonly setting: Pick<SmallGroupsSetting, "read">
}

const dataSetOf = ({ record }: Operation, { dataSetId }: PathParameters) =>
  record === "dataPoint" ? dataSetId : undefined

/** As it stands in printed JSON: a text that holds it has its quotes escaped. */
const person = '"userId":"'
const speaksOfPerson = (body: string | Uint8Array) =>
  typeof body === "string"
    ? body.includes(person)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(person)

export function createSmallGroupsGuard({ smallGroups, setting }: GuardParts): SmallGroupsGuard {
  const seesAll = async ({ roles }: Session) => mayWrite(roles) || (await setting.read()) <= 1

  return {
    seesAll,
    async require(session, operation, parameters) {
      const dataSetId = dataSetOf(operation, parameters)
      if (dataSetId === undefined || (await seesAll(session))) return
      if (await smallGroups.isPersonal(dataSetId)) throw new BffError("small_groups")
    },
    async inspect(session, operation, parameters, body) {
      const dataSetId = dataSetOf(operation, parameters)
      if (dataSetId === undefined || !speaksOfPerson(body)) return
      await smallGroups.notePersonal(dataSetId)
      if (!(await seesAll(session))) throw new BffError("small_groups")
    },
    async note(operation, parameters, rows) {
      const dataSetId = dataSetOf(operation, parameters)
      if (dataSetId === undefined) return false
      const speaks = rows.some(({ userId }) => typeof userId === "string")
      if (speaks) await smallGroups.notePersonal(dataSetId)
      return speaks
    },
  }
}
