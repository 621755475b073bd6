import { compareDepths } from "../service/compare-depths"
import { comparePages } from "../service/compare-pages"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import { watchMemory } from "../service/watch-memory"
import type { Size, Suite } from "../suite"

const pointCounts: Readonly<Record<Size, readonly [number, ...number[]]>> = {
  quick: [100_000],
  normal: [1_000_000],
  large: [1_000_000, 10_000_000],
}

/** The reference service against its own database, and deep pages against the first. */
export const service: Suite = async (context) => {
  const { print, size } = context
  const running = await startService(context)
  const load = async (points: number) => {
    print(`Loading ${points.toLocaleString("en")} data points …`)
    return { id: await loadDataSet(running.databaseUrl, points), points }
  }
  const [first, ...others] = pointCounts[size]
  const dataSet = await load(first)
  const rows = [
    ...(await comparePages(context, running, dataSet)),
    await watchMemory(context, running, dataSet),
    ...(await compareDepths(context, running, dataSet)),
  ]
  for (const points of others)
    rows.push(...(await compareDepths(context, running, await load(points))))
  return { rows, postgres: running.postgres }
}
