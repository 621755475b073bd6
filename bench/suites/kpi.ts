import { compareCharts } from "../kpi/compare-charts"
import { compareSeries } from "../kpi/compare-series"
import { compareSyncs } from "../kpi/compare-syncs"
import type { Suite } from "../suite"

/** The copy of data points, the series computed from it, and the chart that draws them. */
export const kpi: Suite = async (context) => {
  const { rows, postgres } = await compareSyncs(context)
  const series = await compareSeries(context)
  return { rows: [...rows, ...series, ...(await compareCharts(context))], postgres }
}

/** The parts, which also run separately. */
export const kpiParts: { readonly [name: string]: Suite } = {
  "kpi-copy": compareSyncs,
  "kpi-series": async (context) => ({ rows: await compareSeries(context) }),
  "kpi-chart": async (context) => ({ rows: await compareCharts(context) }),
}
