import "server-only"
import { pageApi, readNames } from "@/app/backend"
import type { MeasuredDataSet } from "@/components/data-sets/figures"
import { entriesOfKind } from "@/components/frame/known-records"
import { measureOf } from "@/lib/catalogue"

export async function readMeasured(): Promise<readonly MeasuredDataSet[]> {
  const [{ workspace }, { goals }] = await Promise.all([
    readNames(),
    pageApi.get("/api/kpis/goals").catch(() => ({ goals: [] })),
  ])
  const known = new Map(goals.map((goal) => [goal.dataSetId, goal]))
  return entriesOfKind(workspace, "dataSet").map(({ entry: { id, name, unit } }) => {
    const { measure = measureOf(unit), hasTargets = false } = known.get(id) ?? {}
    return { id, name, unit, measure, hasTargets }
  })
}
