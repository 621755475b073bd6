import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, listOperations, printPath } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { type Departments, openDepartments, sampleDepartment } from "@/service/testing/departments"
import { guidOf, smallParameters } from "@/service/testing/small-data"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { type CitusCluster, findCitus, startCitusCluster } from "./cluster"

const found = findCitus(process.env["CITUS_PG_CONFIG"])
if (typeof found === "string") console.info(found)

const points = 3000

interface Page {
  readonly data: readonly { readonly label: string }[]
  readonly nextUrl: string | null
}

describe.skipIf(typeof found === "string")("a service on a Citus cluster", () => {
  let cluster: CitusCluster
  let service: TestService
  let pool: ReturnType<typeof openPool>
  let departments: Departments
  const sample = sampleDepartment()
  const department = `${sample.id}`
  const dataSetId = guidOf("dataSet")

  beforeAll(async () => {
    if (typeof found === "string") return
    cluster = await startCitusCluster(found.bin)
    service = await startTestService({ databaseUrl: cluster.url })
    pool = openPool(cluster.url, { max: 2 })
    const rows = Array.from({ length: points }, (_, index) => ({
      scope: { dataSetId },
      values: { label: `point ${index}`, timeStamp: new Date(index * 60_000).toISOString() },
    }))
    await service.store.loadRecords("dataPoint", rows)
    departments = await openDepartments(service)
    await departments.load(sample)
  })
  afterAll(async () => {
    await service?.stop()
    await pool?.end()
    await cluster?.stop()
  })

  const list = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  const path = list ? printPath(list, smallParameters(list)) : ""

  const readPage = async (url: string): Promise<Page> => {
    const response = await service.get(url)
    expect([response.status, url]).toEqual([200, url])
    return (await response.json()) as Page
  }

  /** All labels of the list, page by page; calls `meanwhile` after the first page. */
  async function walk(meanwhile = async () => {}): Promise<string[]> {
    const labels: string[] = []
    let url: string | undefined = `${path}?limit=500&sort=timeStamp`
    while (url) {
      const page: Page = await readPage(url)
      labels.push(...page.data.map(({ label }) => label))
      if (labels.length === page.data.length) await meanwhile()
      url = page.nextUrl?.slice(service.url.length)
    }
    return labels
  }

  /** The data set's shard and its worker. */
  async function locate() {
    const { rows } = await pool.query<{ shard: string; port: number }>(
      `select shardid as shard, nodeport as port from citus_shards
       where table_name = $1::regclass
         and shardid = get_shard_id_for_distribution_column($1::regclass, $2::uuid)`,
      [`"${service.schema}".data_point`, dataSetId],
    )
    const [shard] = rows
    if (!shard) throw new Error("The data set is on no shard.")
    return shard
  }

  const rename = async (value: string) =>
    (await departments.patch(department, [{ op: "replace", path: "/name", value }])).status
  const readName = async () => (await departments.read(department)).name

  test("stores its data points on both workers", async () => {
    const { rows } = await pool.query(
      `select count(distinct nodeport)::int as nodes from citus_shards where table_name = $1::regclass`,
      [`"${service.schema}".data_point`],
    )
    expect(rows).toEqual([{ nodes: 2 }])
  })

  test("keeps serving while a shard moves to another worker, and misses no record", async () => {
    const before = await walk()
    expect(before.filter((label) => label.startsWith("point "))).toHaveLength(points)
    const { shard, port } = await locate()
    const other = cluster.workers.find((worker) => worker.port !== port)
    const during = await walk(async () => {
      await pool.query("select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)", [
        shard,
        port,
        other?.port,
      ])
    })
    expect((await locate()).port).toBe(other?.port)
    expect(during).toEqual(before)
    expect(await walk()).toEqual(before)
  })

  test("responds 503 while a worker is down, loses nothing, and recovers by itself", async () => {
    const before = await walk()
    expect(await rename("Before")).toBe(200)
    const { port } = await locate()
    const worker = cluster.workers.find((each) => each.port === port)
    worker?.kill()
    const refused = await service.get(path)
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ errorCode: "unavailable" }),
    ])
    worker?.start()
    await expect.poll(async () => (await service.get(path)).status).toBe(200)
    expect(await walk()).toEqual(before)
    expect(await readName()).toBe("Before")
    expect(await rename("After")).toBe(200)
    expect(await readName()).toBe("After")
  })
})
