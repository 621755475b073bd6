import { createHash, randomUUID } from "node:crypto"
import { parse } from "csv-parse"
import type { Row } from "@/lib/catalogue"
import type { StoredRow } from "@/lib/records"
import type { TestService } from "@/service/testing/test-service"

const start = Date.UTC(2020, 0, 1)
const labels = ["Food", "=Home", "Garden, big", "Ærø\n2", ""]

/** Points of which many share a time and some are equal in everything. */
function* listPoints(dataSetId: string, count: number): Generator<StoredRow> {
  for (let index = 0; index < count; index += 1) {
    const minute = Math.floor(index / 20)
    const values = {
      label: labels[index % 5],
      timeStamp: new Date(start + minute * 60_000).toISOString(),
      value: index % 7 === 0 ? null : ((index >> 1) * 104_729) % 1_000_003,
      departmentId: null,
      userId: null,
    }
    yield { scope: { dataSetId }, values }
  }
}

/** Loads a data set of that many points; answers its id. */
export async function loadPoints({ store }: TestService, count: number): Promise<string> {
  const id = randomUUID()
  await store.loadContainers([{ kind: "dataSet", id, name: "Points" }])
  await store.loadRecords("dataPoint", listPoints(id, count))
  return id
}

/** What rows are, in any order of arrival within one time: how many, and a digest of their contents. */
class RowDigest {
  count = 0
  private sum = 0n

  add(fields: readonly string[]) {
    this.count += 1
    const digest = createHash("sha256").update(JSON.stringify(fields)).digest("hex")
    this.sum = (this.sum + BigInt(`0x${digest}`)) % 2n ** 256n
  }

  read = () => ({ count: this.count, checksum: this.sum.toString(16) })
}

const columns = ["timeStamp", "label", "value"] as const
export const pointColumns: string[] = [...columns]

/** Count and checksum of the points as the platform itself lists them, page by page. */
export async function digestSource(service: TestService, dataSetId: string) {
  const digest = new RowDigest()
  let path = `/v1.4/dataSets/${dataSetId}/dataPoints?limit=1000`
  while (path) {
    const answer = await (await service.get(path)).json()
    const { data, nextUrl } = answer as { data: Row[]; nextUrl?: string }
    for (const row of data) digest.add(columns.map((name) => `${row[name] ?? ""}`))
    path = nextUrl ? nextUrl.slice(service.url.length) : ""
  }
  return digest.read()
}

/** The same of an exported CSV file; throws where its lines are not in the order of time, if they are to be. */
export async function digestFile(file: Response, inTime = true) {
  const digest = new RowDigest()
  let last = ""
  const lines = parse({ from_line: 2 })
  const feeding = (async () => {
    for await (const part of file.body ?? []) lines.write(part)
    lines.end()
  })()
  for await (const [time = "", label = "", value = ""] of lines as AsyncIterable<string[]>) {
    if (inTime && time < last) throw new Error(`${time} comes after ${last}.`)
    last = time
    digest.add([time, label.replace(/^'(?==)/, ""), value])
  }
  await feeding
  return digest.read()
}
