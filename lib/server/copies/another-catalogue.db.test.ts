import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type Catalogue, recordType, string } from "@/lib/catalogue"
import { type OnRange, renewRollup } from "@/lib/records"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { loadPoints } from "../exports/testing/source-points"
import { digestRows } from "./testing/digest-rows"
import { configOf, isAtRest, openReplicaWorld } from "./testing/open-replica-world"
import { pointsOf, withSmallPages } from "./testing/small-pages"

const before = withSmallPages(20)
const dataPoint = recordType(before, "dataPoint")
const after: Catalogue = {
  ...before,
  records: {
    ...before.records,
    dataPoint: { ...dataPoint, fields: { ...dataPoint.fields, note: string() } },
  },
}

let service: TestService
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, catalogue: after, count: 0 })
})
afterAll(() => service.stop())

const onRange: OnRange = async (session, { list, from, to }) => {
  const { dataSetId = "" } = list.parameters
  await renewRollup(session, { schema: list.schema, dataSetId, from, to })
}

const open = (catalogue: Catalogue, schema?: string) =>
  openReplicaWorld({
    databaseUrl: inject("databaseUrl"),
    config: configOf(service.origin),
    catalogue,
    onRange,
    ...(schema && { schema }),
  })

test("An instance with another catalogue takes over a copy in progress and completes it.", async () => {
  const dataSetId = await loadPoints(service, 1000)
  await service.query(`update data_point set note = 'note ' || row_id::text`)
  const list = { operation: "data-points", parameters: { dataSetId } }
  const old = await open(before)
  await old.replica.start(list)
  await old.waitFor(list, ({ run }) => (run?.pages ?? 0) > 3)

  const young = await open(after, old.schema)
  await young.replica.find(list)
  await young.waitFor(list, (status) => status.isComplete && isAtRest(status))
  const digest = (schema: string) =>
    digestRows(young.pool, schema, pointsOf(after), { dataSetId }, after)
  expect(await digest(old.schema)).toEqual(await digest(service.schema))
  const runs = await young.replica.history(list)
  expect(runs.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    "full done",
    "full cancelled",
  ])
  expect([...old.faults, ...young.faults]).toEqual([])
  await young.close()
  await old.close()
})
