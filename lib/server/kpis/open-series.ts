import "server-only"
import { type Catalogue, listOperations } from "../../catalogue"
import { createKeyedDocuments, openPool, type Pool } from "../../db"
import type { Upstream } from "../../platform"
import { createSeries, createSmallGroups, replicaSchema as schema } from "../../records"
import type { Replica } from "../copies/replica"
import { connectionLimits } from "../http/connection-limits"
import { describeError, type Log } from "../http/log"
import type { DepartmentNamesService } from "../names/departments-service"
import { createGoals, type GoalsTable } from "./goals-table"
import { createPersonalDataSets } from "./personal-data-sets"
import type { SeriesRoutesParts } from "./routes"
import { createSmallGroupsGuard, type SmallGroupsGuard } from "./small-groups-guard"
import { createSmallGroupsSetting, type SmallGroupsSetting } from "./small-groups-setting"

/** Long timeouts, to group many data points. */
const poolOptions = {
  max: connectionLimits.groups,
  statementTimeoutMs: 120_000,
  answerTimeoutMs: 150_000,
}

export interface OpenSeriesParts {
  readonly databaseUrl: string
  readonly pool: ReturnType<typeof openPool>
  /** The pool for questions. */
  readonly expensivePool: ReturnType<typeof openPool>
  readonly catalogue: Catalogue
  readonly replica: Replica
  readonly upstream: Pick<Upstream, "read">
  readonly departments: DepartmentNamesService
  readonly slots: SeriesRoutesParts["slots"]
  readonly clock: () => number
  readonly log: Log
}

/** Answers questions about copied data points, and controls who may see single ones. */
export interface OpenedSeries {
  readonly parts: SeriesRoutesParts
  readonly setting: SmallGroupsSetting
  readonly goals: GoalsTable
  readonly guard: SmallGroupsGuard
  /**
   * Computes the groups of a data set about people before anybody needs them; failures are only
   * logged.
   */
  form(dataSetId: string): Promise<void>
  /** The pool for computing groups. */
  readonly groupsPool: Pool
  close(): Promise<void>
}

/**
 * Opens the series of the dashboard's database; answers are `shared_state_unavailable` if it is
 * unreachable.
 */
export function openSeries(options: OpenSeriesParts): OpenedSeries {
  const { databaseUrl, pool, expensivePool, catalogue, upstream, log, ...parts } = options
  const { replica, departments, clock } = parts
  const patient = openPool(databaseUrl, poolOptions)
  const list = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!list) throw new TypeError("The catalogue has no list of data points.")
  const operation = list.id
  const series = createSeries({ pool: expensivePool, catalogue, schema })
  const smallGroups = createSmallGroups({ pool: patient, catalogue, schema })
  // Used before a cached page is sent, so that it does not wait behind questions.
  const known = createSmallGroups({ pool, catalogue, schema })
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const setting = createSmallGroupsSetting(documents)
  const goals = createGoals({ pool })
  const personal = createPersonalDataSets({ list, smallGroups: known, upstream, clock })

  async function formBlocks(dataSetId: string): Promise<void> {
    const copy = await replica.find({ operation, parameters: { dataSetId } })
    if (!copy?.isComplete || copy.syncedUntil === null) return
    const { holds } = await smallGroups.resolvePersonal(
      dataSetId,
      Date.parse(copy.syncedUntil),
      "all",
    )
    const minPeople = await setting.read()
    if (!holds || minPeople <= 1) return
    const tree = await departments.readTree("all")
    if (!tree) return
    await smallGroups.readExtent({ dataSetId, scope: "all" }, { minPeople, tree, mayWait: false })
  }

  return {
    form: (dataSetId) =>
      formBlocks(dataSetId).catch((error: unknown) =>
        log.error({ operation: "small-groups", error: describeError(error) }, "small groups"),
      ),
    parts: { ...parts, series, smallGroups, personal, setting, goals, list, operation },
    setting,
    goals,
    guard: createSmallGroupsGuard({ personal, setting }),
    groupsPool: patient,
    close: () => patient.end(),
  }
}
