import { ensureBuilt } from "@/scripts/build"
import { copyPoints, openPerson } from "../dashboard/person"
import { startDashboard } from "../dashboard/running-dashboard"
import { compareListPeer } from "../peers/compare-list-peer"
import { compareSeriesPeer } from "../peers/compare-series-peer"
import { countPoints, listStorePoints } from "../peers/store-points"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { Suite, SuiteContext } from "../suite"

/** Counts every request and refuses none, as in the suite `service`. */
const rateLimit = 1_000_000

async function openDataSet(context: SuiteContext) {
  const service = await startService(context, { rateLimit })
  const points = countPoints(context.size)
  context.print(`Loading ${points.toLocaleString("en")} data points …`)
  const id = await loadDataSet(service.databaseUrl, points, listStorePoints)
  return { service, dataSet: { id, points } }
}

type Opened = Awaited<ReturnType<typeof openDataSet>>

const compareLists = (context: SuiteContext, { service, dataSet }: Opened) =>
  compareListPeer(context, service, dataSet)

async function compareSeries(context: SuiteContext, { service, dataSet: { id } }: Opened) {
  const servicePort = Number(new URL(service.url).port)
  const dashboard = await startDashboard(context, { servicePort, rateLimit: 0 })
  const open = async (email: string) => openPerson(dashboard, await dashboard.signIn(email))
  context.print("The dashboard copies them …")
  await copyPoints(await open("admin@demo.test"), id)
  const { databaseUrl } = dashboard
  const person = await open("analyst@demo.test")
  return compareSeriesPeer(context, { databaseUrl, dataSetId: id, person })
}

/** Compares the product with alternatives: a list with PostGraphile, a series with Cube. */
export const peers: Suite = async (context) => {
  await ensureBuilt()
  const opened = await openDataSet(context)
  const lists = await compareLists(context, opened)
  const series = await compareSeries(context, opened)
  return {
    rows: [...lists.rows, ...series.rows],
    postgres: opened.service.postgres,
    missing: [...(lists.missing ?? []), ...(series.missing ?? [])],
  }
}

/** The parts, which also run separately. */
export const peersParts: { readonly [name: string]: Suite } = {
  "peers-list": async (context) => compareLists(context, await openDataSet(context)),
  "peers-series": async (context) => {
    await ensureBuilt()
    return compareSeries(context, await openDataSet(context))
  },
}
