import { z } from "zod"
import { interleave } from "../interleave"
import { measureLatency } from "../latency"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import type { DataSet } from "./data-points"
import { pageUrl, type RunningService } from "./running-service"

const plans: Readonly<Record<Size, { rounds: number; requests: number; offsets: number }>> = {
  quick: { rounds: 3, requests: 5, offsets: 1 },
  normal: { rounds: 15, requests: 20, offsets: 3 },
  large: { rounds: 15, requests: 20, offsets: 3 },
}

const page = z.object({ count: z.number(), nextUrl: z.string().optional() })

/** The cursor URL of the last page, from the page before it. */
async function findLastPage(service: RunningService, { id, points }: DataSet, limit: number) {
  const before = pageUrl(service, id, `limit=${limit}&offset=${points - 2 * limit}`)
  const { nextUrl } = page.parse(JSON.parse(await service.read(before)))
  if (!nextUrl) throw new Error("The page before the last one has no nextUrl.")
  const last = page.parse(JSON.parse(await service.read(nextUrl)))
  if (last.count !== limit || last.nextUrl) throw new Error("The last page is not the last one.")
  return nextUrl
}

async function compareLimit(
  { size, print }: SuiteContext,
  service: RunningService,
  dataSet: DataSet,
  limit: number,
): Promise<Row[]> {
  const of = `${limit} of ${dataSet.points.toLocaleString("en")} points, 1 client`
  print(`First and last pages of ${of} …`)
  const { rounds, requests, offsets } = plans[size]
  const urls = {
    first: pageUrl(service, dataSet.id, `limit=${limit}`),
    last: await findLastPage(service, dataSet, limit),
    offset: pageUrl(service, dataSet.id, `limit=${limit}&offset=${dataSet.points - limit}`),
  }
  const time = (url: string, count: number) => () => measureLatency(() => service.read(url), count)
  const depth = await interleave(
    { first: time(urls.first, requests), last: time(urls.last, requests) },
    rounds,
  )
  const way = await interleave(
    { cursor: time(urls.last, requests), offset: time(urls.offset, 1) },
    offsets,
  )
  return [
    {
      name: `Last page by cursor, ${of}`,
      unit: "ms",
      figure: depth.last,
      baseline: { name: "first page", figure: depth.first },
      goal: { atMost: 1.15 },
    },
    {
      name: `Last page by cursor, ${of}`,
      unit: "ms",
      figure: way.cursor,
      baseline: { name: "by OFFSET", figure: way.offset },
    },
  ]
}

/** Measures the cost of a page's depth, by cursor and by OFFSET. */
export const compareDepths = async (
  context: SuiteContext,
  service: RunningService,
  dataSet: DataSet,
): Promise<Row[]> => [
  ...(await compareLimit(context, service, dataSet, 1000)),
  ...(await compareLimit(context, service, dataSet, 50)),
]
