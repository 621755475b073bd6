import "server-only"
import { type Catalogue, listOperations } from "../../catalogue"
import { type Replica, replicaSchema as schema } from "../../replica"
import {
  createKeyedDocuments,
  createSeries,
  createSmallGroups,
  migrateCopies,
  openPool,
  prepareBands,
  prepareSeries,
} from "../../store"
import { describeError, type Log } from "../log"
import type { DepartmentDirectory } from "../names/department-directory"
import { reachTable } from "../reach-table"
import type { SeriesRoutesParts } from "./series-routes"
import { createSmallGroupsGuard, type SmallGroupsGuard } from "./small-groups-guard"
import { createSmallGroupsSetting, type SmallGroupsSetting } from "./small-groups-setting"

/** Time for forming groups of many points. */
const poolOptions = { max: 3, statementTimeoutMs: 120_000, answerTimeoutMs: 150_000 }

export interface OpenSeriesParts {
  readonly databaseUrl: string
  readonly pool: ReturnType<typeof openPool>
  readonly catalogue: Catalogue
  readonly replica: Replica
  readonly departments: DepartmentDirectory
  readonly clock: () => number
  readonly log: Log
}

/** What answers questions about the copies of data points, and who may be told single ones. */
export interface OpenedSeries {
  readonly parts: SeriesRoutesParts
  readonly setting: SmallGroupsSetting
  readonly guard: SmallGroupsGuard
  /** Forms the groups of a data set of persons, before anybody waits for them; a failure is for the log alone. */
  form(dataSetId: string): Promise<void>
  close(): Promise<void>
}

/** Opens the series of the dashboard's database; where it cannot be reached, answers are `shared_state_unavailable`. */
export function openSeries(options: OpenSeriesParts): OpenedSeries {
  const { databaseUrl, pool, catalogue, log, ...parts } = options
  const patient = openPool(databaseUrl, poolOptions)
  async function prepare() {
    await migrateCopies(pool, catalogue, { schema })
    await prepareSeries(pool, { schema })
    await prepareBands(pool, { schema })
  }
  const list = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!list) throw new TypeError("The catalogue has no list of data points.")
  const series = reachTable({ ...createSeries({ pool, catalogue, schema }), prepare }, log)
  const smallGroups = reachTable(
    { ...createSmallGroups({ pool: patient, catalogue, schema }), prepare },
    log,
  )
  const documents = reachTable(createKeyedDocuments({ pool, schema: "dashboard" }), log)
  const setting = createSmallGroupsSetting(documents)

  async function form(dataSetId: string): Promise<void> {
    const [least, isPersonal] = await Promise.all([
      setting.read(),
      smallGroups.isPersonal(dataSetId),
    ])
    if (!isPersonal || least <= 1) return
    const tree = await options.departments.readTree()
    await smallGroups.readExtent(dataSetId, { least, tree, mayWait: false })
  }

  return {
    form: (dataSetId) =>
      form(dataSetId).catch((error: unknown) =>
        log.error({ operation: "small-groups", error: describeError(error) }, "small groups"),
      ),
    parts: { ...parts, series, smallGroups, setting, list, operation: list.id },
    setting,
    guard: createSmallGroupsGuard({ smallGroups, setting }),
    close: () => patient.end(),
  }
}
