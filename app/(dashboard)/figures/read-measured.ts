import "server-only"
import { readNames } from "@/app/backend"
import type { MeasuredDataSet } from "@/components/data-sets/figures"
import { entriesOfKind } from "@/components/frame/known-records"
import { explorationReport, type ListOperation } from "@/lib/catalogue"
import { goalOf } from "@/lib/client"
import { readPalette } from "../read-saved"

/** The data sets that the workspace names, each with what the person's saved explorations measure it by. */
export async function readMeasured(points: ListOperation): Promise<readonly MeasuredDataSet[]> {
  const [{ workspace }, saved] = await Promise.all([readNames(), readPalette()])
  return entriesOfKind(workspace, "dataSet").map(({ entry: { id, name, unit } }) => {
    const views = saved?.views.filter(({ report }) => report === explorationReport(id)) ?? []
    return { id, name, unit, goal: goalOf(points, views, unit) }
  })
}
