import type { DataSetGoal } from "../../catalogue"
import { type GoalChange, targetsAtMost } from "../../contract"
import { lockTransaction, type Pool, poolSession, quoteName } from "../../db"

type Measured = Pick<DataSetGoal, "measure" | "direction">

/** The goals of data sets. */
export interface GoalsTable {
  list(): Promise<readonly (Measured & { dataSetId: string; hasTargets: boolean })[]>
  /** Undefined if the data set has no goal. */
  find(dataSetId: string): Promise<DataSetGoal | undefined>
  /**
   * Applies a change to the goal, or to `usual` if there is none; false if it would exceed the
   * number of targets.
   */
  change(dataSetId: string, change: GoalChange, usual: Measured): Promise<boolean>
}

export function createGoals({
  pool,
  schema = "dashboard",
}: {
  readonly pool: Pool
  readonly schema?: string
}): GoalsTable {
  const goals = `${quoteName(schema)}.data_set_goal`
  const targets = `${quoteName(schema)}.data_set_target`
  const { transaction } = poolSession(pool)
  return {
    async list() {
      const text = `select data_set as "dataSetId", measure, direction,
          exists (select from ${targets} where data_set = goal.data_set) as "hasTargets"
        from ${goals} goal order by data_set`
      const { rows } = await pool.query<Awaited<ReturnType<GoalsTable["list"]>>[number]>(text)
      return rows
    },
    async find(dataSetId) {
      const text = `select measure, direction, (
          select coalesce(json_agg(json_build_object('owner', owner, 'month', month, 'value', value)
            order by owner, month), '[]') from ${targets} where data_set = $1
        ) as targets from ${goals} where data_set = $1`
      return (await pool.query<DataSetGoal>(text, [dataSetId])).rows[0]
    },
    change: (dataSetId, { measure, direction, targets: changed = [] }, usual) =>
      transaction(async (session) => {
        await lockTransaction(session, { name: `${goals} ${dataSetId}` })
        const count = `select count(*)::int as count from ${targets} where data_set = $1`
        const [all] = await session.query<{ count: number }>(count, [dataSetId])
        if ((all?.count ?? 0) + changed.length > targetsAtMost) return false
        const put = `insert into ${goals} (data_set, measure, direction) values ($1, $2, $3)
          on conflict (data_set) do update set
            measure = coalesce($4, ${goals}.measure), direction = coalesce($5, ${goals}.direction)`
        const own = [measure ?? usual.measure, direction ?? usual.direction]
        await session.query(put, [dataSetId, ...own, measure ?? null, direction ?? null])
        const last = new Map(changed.map((each) => [`${each.owner} ${each.month}`, each]))
        const given = JSON.stringify([...last.values()])
        const rows = `json_to_recordset($2::json) as given (owner text, month text, value float8)`
        await session.query(
          `delete from ${targets} using ${rows} where data_set = $1
            and ${targets}.owner = given.owner and ${targets}.month = given.month`,
          [dataSetId, given],
        )
        await session.query(
          `insert into ${targets} (data_set, owner, month, value)
            select $1, owner, month, value from ${rows} where value is not null`,
          [dataSetId, given],
        )
        return true
      }),
  }
}
