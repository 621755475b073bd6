import "server-only"
import type { ListOperation, Operation, PathParameters, Row } from "../../catalogue"
import { mayWrite, type Session } from "../../session"
import type { Answer } from "../http/answers"
import { BffError } from "../http/problem"
import type { RecordQuery } from "../reads/source"
import type { PersonalCheck, PersonalDataSets } from "./personal-data-sets"
import type { SmallGroupsSetting } from "./small-groups-setting"

/**
 * Hides single data points of people from those who may only see groups (`docs/small-groups.md`).
 */
export interface SmallGroupsGuard {
  /**
   * True if the person may see every data point: administrators, and everybody if groups may have
   * one person.
   */
  seesAll(session: Session): Promise<boolean>
  /**
   * Throws `small_groups` (403), except for administrators, if the list contains data points of
   * people or that cannot be determined.
   */
  require(
    session: Session,
    operation: Operation,
    parameters: PathParameters,
    options?: Pick<PersonalCheck, "priority" | "since">,
  ): Promise<void>
  /**
   * Same, for an answer about to be sent, since data points may have appeared after the last check.
   * For a page that follows another, a check up to a minute older is accepted.
   */
  inspect(
    session: Session,
    query: Pick<RecordQuery, "operation" | "parameters" | "following">,
    answer: Pick<Answer, "asOf" | "text"> & Required<Pick<PersonalCheck, "since">>,
  ): Promise<void>
  /** Whether a list contains data points of people, regardless of who asks. */
  holdsPersons(
    operation: ListOperation,
    parameters: PathParameters,
    query: PersonalCheck,
  ): Promise<boolean>
  /** Whether rows identify people; if so, remembers it. */
  note(operation: ListOperation, parameters: PathParameters, rows: readonly Row[]): Promise<boolean>
}

export interface GuardParts {
  readonly personal: PersonalDataSets
  readonly setting: Pick<SmallGroupsSetting, "read">
}

const dataSetOf = ({ record }: Operation, { dataSetId }: PathParameters) =>
  record === "dataPoint" ? dataSetId : undefined

/**
 * A list over all data sets cannot be checked: some may start to contain people while it is read.
 */
const isOfAllDataSets = (operation: Operation) =>
  operation.record === "dataPoint" && operation.kind === "list" && operation.wholeOf !== undefined

const ofAllDataSets =
  "Some data sets may hold values of persons, so the points of all together are for administrators. Open one data set."

/** As in printed JSON; the quotes of a text that contains it are escaped. */
const person = '"userId":"'

/** A check for each following page would double the number of calls. */
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
