import { expect } from "vitest"
import {
  type ListEnvelope,
  type ListOperation,
  type ListQuery,
  printListQuery,
} from "@/lib/catalogue"
import type { ModelRecord } from "@/lib/records/testing/model"
import type { TestService } from "../../testing/test-service"
import { pathAt, readList } from "./conformance-service"
import type { MovingList } from "./moving-list"

/** A page as returned, its records as the model has them, and the last record read so far. */
export interface ReadPage {
  readonly body: ListEnvelope
  readonly records: readonly ModelRecord[]
  readonly edge: ModelRecord | undefined
}

interface PageReaderParts {
  readonly service: TestService
  readonly operation: ListOperation
  readonly list: MovingList
  readonly query: ListQuery
}

const sentOf = (records: readonly ModelRecord[]) => records.map(({ sent }) => sent)

/** Reads pages over HTTP and compares each with the model at that time (decisions "Paging"). */
export function createPageReader({ service, operation, list, query }: PageReaderParts) {
  const read = async (path: string): Promise<ListEnvelope> => {
    const { status, body } = await readList(service, path)
    expect([status, body.count]).toEqual([200, body.data.length])
    return body
  }
  const follow = async (url: string, limit: number) => {
    const next = new URL(url)
    expect([...next.searchParams.keys()]).toEqual(["limit", "cursor"])
    next.searchParams.set("limit", `${limit}`)
    return read(next.href.replace(service.url, ""))
  }

  return {
    async first(offset: number, limit: number): Promise<ReadPage> {
      const search = printListQuery(operation, { ...query, offset, limit })
      const body = await read(pathAt(operation, "here", `${search}`))
      const rest = list.listed(query).slice(offset)
      const records = rest.slice(0, limit)
      expect(body.data).toEqual(sentOf(records))
      expect("nextUrl" in body).toBe(rest.length > limit)
      expect(body).not.toHaveProperty("previousUrl")
      return { body, records, edge: records.at(-1) }
    },
    async next({ body: from, edge }: ReadPage, limit: number): Promise<ReadPage> {
      if (!edge || !from.nextUrl) throw new Error("There is no next page.")
      const body = await follow(from.nextUrl, limit)
      const rest = list.after(query, edge)
      const records = rest.slice(0, limit)
      expect(body.data).toEqual(sentOf(records))
      expect("nextUrl" in body).toBe(rest.length > limit)
      expect("previousUrl" in body).toBe(list.listed(query).length > rest.length)
      return { body, records, edge: records.at(-1) ?? edge }
    },
    async previous({ body: from, records }: ReadPage, limit: number): Promise<void> {
      const [first] = records
      if (!first || !from.previousUrl) return
      const body = await follow(from.previousUrl, limit)
      const before = list.before(query, first)
      expect(body.data).toEqual(sentOf(before.slice(-limit)))
      expect("previousUrl" in body).toBe(before.length > limit)
    },
  }
}
