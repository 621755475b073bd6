import type { StoredRow } from "@/lib/records"
import { storeId } from "../kpi/load-points"
import type { Size } from "../suite"

/** The product and its peer return every group separately; 50 is the product's maximum. */
export const storeCount = 50
const labelCount = 5
const dayCount = 500
const start = Date.UTC(2024, 0, 1, 7)
const dayMs = 86_400_000
const openMs = dayMs / 2

/** The number of reports of each store and label on a day. */
const reportsADay: Readonly<Record<Size, number>> = { quick: 1, normal: 8, large: 80 }

export const countPoints = (size: Size): number =>
  storeCount * labelCount * dayCount * reportsADay[size]

/**
 * Points of 50 stores and 5 labels on 500 days, spread over twelve hours from 07:00 UTC, in order
 * of time; a few have no value.
 */
export function* listStorePoints(dataSetId: string, count: number): Generator<StoredRow> {
  const scope = { dataSetId }
  const atOnce = storeCount * labelCount
  const reports = count / (atOnce * dayCount)
  for (let index = 0; index < count; index++) {
    const round = Math.floor(index / atOnce)
    const day = Math.floor(round / reports)
    const time = start + day * dayMs + (round % reports) * (openMs / reports)
    yield {
      scope,
      values: {
        label: `Label ${1 + (Math.floor(index / storeCount) % labelCount)}`,
        timeStamp: new Date(time).toISOString(),
        value: index % 499 === 0 ? null : ((index * 104_729) % 1_000_003) / 100,
        departmentId: storeId(1 + (index % storeCount)),
        userId: null,
      },
    }
  }
}
