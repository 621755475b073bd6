import "server-only"
import type { ListOperation, Operation, PathParameters, Row } from "../../catalogue"
import { mayWrite, type Session } from "../../session"
import type { Answer } from "../http/answers"
import { BffError } from "../http/problem"
import type { RecordQuery } from "../reads/source"
import type { PersonalCheck, PersonalDataSets } from "./personal-data-sets"
import type { SmallGroupsSetting } from "./small-groups-setting"

/** Keeps the single points of persons from who may only see groups (`docs/small-groups.md`). */
export interface SmallGroupsGuard {
  /** Whether somebody may see each point: administrators, and everybody where groups may be of one. */
  seesAll(session: Session): Promise<boolean>
  /** Throws `small_groups` (403) where the list holds points of persons, or nobody can tell whether it does, but for administrators. */
  require(
    session: Session,
    operation: Operation,
    parameters: PathParameters,
    options?: Pick<PersonalCheck, "priority" | "since">,
  ): Promise<void>
  /** The same of an answer that is about to be sent: points may have come since it was last found out, for a page that follows another more than a minute ago. */
  inspect(
    session: Session,
    query: Pick<RecordQuery, "operation" | "parameters" | "following">,
    answer: Pick<Answer, "asOf" | "text"> & Required<Pick<PersonalCheck, "since">>,
  ): Promise<void>
  /** Whether a list holds points of persons, whoever asks. */
  holdsPersons(
    operation: ListOperation,
    parameters: PathParameters,
    query: PersonalCheck,
  ): Promise<boolean>
  /** Whether rows speak of persons, which is then remembered. */
  note(operation: ListOperation, parameters: PathParameters, rows: readonly Row[]): Promise<boolean>
}

export interface GuardParts {
  readonly personal: PersonalDataSets
  readonly setting: Pick<SmallGroupsSetting, "read">
}

const dataSetOf = ({ record }: Operation, { dataSetId }: PathParameters) =>
  record === "dataPoint" ? dataSetId : undefined

/** Of all data sets at once some may have come to hold persons while it is read. */
const isOfAllDataSets = (operation: Operation) =>
  operation.record === "dataPoint" && operation.kind === "list" && operation.wholeOf !== undefined

const ofAllDataSets =
  "Some data sets may hold values of persons, so the points of all together are for administrators. Open one data set."

/** As it stands in printed JSON: a text that holds it has its quotes escaped. */
const person = '"userId":"'

/** Found out for each page that follows, it would cost as many calls again. */
const followingMs = 60_000

export function createSmallGroupsGuard({ personal, setting }: GuardParts): SmallGroupsGuard {
  const seesAll = async ({ roles }: Session) => mayWrite(roles) || (await setting.read()) <= 1

  const require: SmallGroupsGuard["require"] = async (session, operation, parameters, options) => {
    const dataSetId = dataSetOf(operation, parameters)
    const isWhole = isOfAllDataSets(operation)
    if ((dataSetId === undefined && !isWhole) || (await seesAll(session))) return
    if (dataSetId === undefined) throw new BffError("small_groups", { detail: ofAllDataSets })
    if (await personal.holdsPersons(dataSetId, { ...options, person: session.sub }))
      throw new BffError("small_groups")
  }

  return {
    seesAll,
    require,
    async inspect(session, { operation, parameters, following }, answer) {
      const dataSetId = dataSetOf(operation, parameters)
      if (dataSetId === undefined) return
      const { asOf, since } = answer
      const knownSince = Math.min(asOf, since) - (following ? followingMs : 0)
      await require(session, operation, parameters, { since: knownSince })
      if (!answer.text.includes(person)) return
      await personal.note(dataSetId)
      if (!(await seesAll(session))) throw new BffError("small_groups")
    },
    async holdsPersons(operation, parameters, query) {
      const dataSetId = dataSetOf(operation, parameters)
      return dataSetId !== undefined && personal.holdsPersons(dataSetId, query)
    },
    async note(operation, parameters, rows) {
      const dataSetId = dataSetOf(operation, parameters)
      if (dataSetId === undefined) return false
      const speaks = rows.some(({ userId }) => typeof userId === "string")
      if (speaks) await personal.note(dataSetId)
      return speaks
    },
  }
}
