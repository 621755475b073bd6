import { catalogue } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { createStore } from "@/lib/records"
import { createGoals } from "@/lib/server/kpis/goals-table"
import { loadedGoals } from "@/service/demo"

/** Sets targets for the demo's data sets in the dashboard's database if there are none yet. */
export async function seedGoals(databases: {
  readonly service: string
  readonly dashboard: string
}): Promise<void> {
  const [service, dashboard] = [openPool(databases.service), openPool(databases.dashboard)]
  try {
    const goals = createGoals({ pool: dashboard })
    if ((await goals.list()).length > 0) return
    const found = (await loadedGoals(createStore({ pool: service, catalogue }))) ?? []
    for (const { dataSetId, measure, ...goal } of found)
      await goals.change(dataSetId, goal, { measure, direction: goal.direction })
  } finally {
    await Promise.all([service.end(), dashboard.end()])
  }
}
