import { compareCharts } from "../kpi/compare-charts"
import { compareLists } from "../kpi/compare-lists"
import { compareSeries } from "../kpi/compare-series"
import { compareSyncs } from "../kpi/compare-syncs"
import type { Suite } from "../suite"

/** The copy of the data points, the answers computed from it, and the chart that draws them. */
export const kpi: Suite = async (context) => {
  const { rows, postgres } = await compareSyncs(context)
  const lists = await compareLists(context)
  const series = await compareSeries(context)
  return { rows: [...rows, ...lists, ...series, ...(await compareCharts(context))], postgres }
}

/** Each by itself. */
export const kpiParts: { readonly [name: string]: Suite } = {
  "kpi-copy": compareSyncs,
  "kpi-lists": async (context) => ({ rows: await compareLists(context) }),
  "kpi-series": async (context) => ({ rows: await compareSeries(context) }),
  "kpi-chart": async (context) => ({ rows: await compareCharts(context) }),
}
