import type { Row } from "../row"
import { copyToColumnTable, measureDisk } from "../service/column-table"
import { compareDepths } from "../service/compare-depths"
import { comparePages } from "../service/compare-pages"
import { loadDataSet } from "../service/data-points"
import { type RunningService, runSql, startService } from "../service/running-service"
import { watchMemory } from "../service/watch-memory"
import type { Size, Suite } from "../suite"

const pointCounts: Readonly<Record<Size, readonly [number, ...number[]]>> = {
  quick: [100_000],
  normal: [1_000_000],
  large: [1_000_000, 10_000_000],
}

/**
 * The highest limit: more than 50 clients reach in a minute, so that every request is counted and
 * none refused.
 */
const rateLimit = 1_000_000

/** The disk space of a record compared with only its columns and their indexes. */
async function compareDisk({ databaseUrl }: RunningService): Promise<Row> {
  const { stored, columns } = await runSql(databaseUrl, async (client) => {
    await copyToColumnTable(client)
    return measureDisk(client)
  })
  return {
    name: "Disk a record, indexes included",
    unit: "bytes",
    figure: stored,
    baseline: { name: "columns alone", figure: columns },
    goal: { atMost: 2.8 },
  }
}

/** Compares the reference service with its own database, and deep pages with the first page. */
export const service: Suite = async (context) => {
  const { print, size } = context
  const running = await startService(context, { rateLimit })
  const load = async (points: number) => {
    print(`Loading ${points.toLocaleString("en")} data points …`)
    return { id: await loadDataSet(running.databaseUrl, points), points }
  }
  const [first, ...others] = pointCounts[size]
  const dataSet = await load(first)
  // Also creates the baseline of the pages.
  const disk = await compareDisk(running)
  const rows = [
    ...(await comparePages(context, running, dataSet)),
    disk,
    await watchMemory(context, running, dataSet),
    ...(await compareDepths(context, running, dataSet)),
  ]
  for (const points of others)
    rows.push(...(await compareDepths(context, running, await load(points))))
  return { rows, postgres: running.postgres }
}
