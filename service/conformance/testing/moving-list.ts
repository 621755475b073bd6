import type { Catalogue, ListOperation, ListQuery, PathParameters, Row } from "@/lib/catalogue"
import { answerOf, type ModelRecord } from "@/lib/records/testing/model"
import { guidOf } from "../../testing/small-data"
import type { TestService } from "../../testing/test-service"
import { sentRecord } from "./sample"

/** A concurrent change of a list. `fixture` selects a record by its position in the model. */
export type Change =
  | { readonly kind: "insert"; readonly values: Row }
  | {
      readonly kind: "update"
      readonly fixture: number
      readonly field: string
      readonly values: Row
    }
  | { readonly kind: "delete"; readonly fixture: number }

interface MovingListParts {
  readonly catalogue: Catalogue
  readonly service: TestService
  readonly operation: ListOperation
  readonly parameters: PathParameters
}

/** A column's name, repeated here independently of the store. */
const columnOf = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const literal = (value: unknown) =>
  value === null || value === undefined ? "null" : `'${`${value}`.replaceAll("'", "''")}'`

/** The records that match a query, in order. */
function rank(operation: ListOperation, records: readonly ModelRecord[], query: ListQuery) {
  const bySent = new Map(records.map((record) => [record.sent, record]))
  return answerOf(operation, records, query).flatMap((sent) => bySent.get(sent) ?? [])
}

/** A copy of the record that can be distinguished from it. */
const doubleOf = (record: ModelRecord): ModelRecord => ({ ...record, sent: { ...record.sent } })

/** The database table of a moving list. */
function createTable({ catalogue, service, operation, parameters }: MovingListParts) {
  const { scope = [], fields = {} } = catalogue.records[operation.record] ?? {}
  const at = Object.fromEntries(scope.map((name) => [name, parameters[name] ?? ""]))
  const table = columnOf(operation.record)
  const hasId = "id" in fields
  let made = 0

  const rowIds = async (count: number): Promise<number[]> => {
    const newest = `select row_id from ${table} order by row_id desc limit ${count}`
    const results = (await service.query(newest)) as { rows: { row_id: string }[] }[]
    return (results.at(-1)?.rows ?? []).map(({ row_id }) => Number(row_id)).toReversed()
  }
  const modelOf = (values: Row, index: number): ModelRecord => ({
    values,
    index,
    sent: sentRecord(catalogue, operation, values, { at, baseUrl: service.url }),
  })
  const keyIs = ({ values, index }: ModelRecord) =>
    hasId ? `id = ${literal(values["id"])}` : `row_id = ${index}`

  return {
    modelOf,
    clear: () => service.query(`delete from ${table}`),
    async insert(all: readonly Row[]): Promise<ModelRecord[]> {
      const rows = all.map((values) => {
        made += 1
        return { scope: at, values: { ...values, ...(hasId && { id: guidOf(`moving ${made}`) }) } }
      })
      await service.store.loadRecords(operation.record, rows)
      const indexes = hasId ? [] : await rowIds(rows.length)
      return rows.map(({ values }, fixture) => modelOf(values, indexes[fixture] ?? 0))
    },
    update: (record: ModelRecord, field: string, value: unknown) =>
      service.query(
        `update ${table} set ${columnOf(field)} = ${literal(value)} where ${keyIs(record)}`,
      ),
    remove: (record: ModelRecord) => service.query(`delete from ${table} where ${keyIs(record)}`),
  }
}

/** A list in the database and its model in memory. Every change is applied to both. */
export function createMovingList(parts: MovingListParts) {
  const { operation } = parts
  const table = createTable(parts)
  let records: ModelRecord[] = []
  let first = new Set<ModelRecord>()

  return {
    /** Clears the list and fills it again. */
    async start(all: readonly Row[]) {
      await table.clear()
      records = all.length > 0 ? await table.insert(all) : []
      first = new Set(records)
    },
    async apply(change: Change) {
      if (change.kind === "insert") {
        records = [...records, ...(await table.insert([change.values]))]
        return
      }
      const target = records[change.fixture % Math.max(1, records.length)]
      if (!target) return
      const others = records.filter((record) => record !== target)
      if (change.kind === "delete") {
        await table.remove(target)
        records = others
        return
      }
      const { field } = change
      const value = change.values[field] ?? null
      await table.update(target, field, value)
      records = [...others, table.modelOf({ ...target.values, [field]: value }, target.index)]
    },
    /** Whether a record is unchanged since the start. */
    isUntouched: (record: ModelRecord) => first.has(record) && records.includes(record),
    /** The records that match a query now, in order. */
    listed: (query: ListQuery) => rank(operation, records, query),
    /** The current matches after a record, at its position when it was read. */
    after(query: ListQuery, edge: ModelRecord) {
      const double = doubleOf(edge)
      const ranked = rank(operation, [...records, double], query)
      return ranked.slice(ranked.indexOf(double) + 1)
    },
    /** The current matches before a record, at its position when it was read. */
    before(query: ListQuery, edge: ModelRecord) {
      const double = doubleOf(edge)
      const ranked = rank(operation, [double, ...records], query)
      return ranked.slice(0, ranked.indexOf(double))
    },
  }
}

export type MovingList = ReturnType<typeof createMovingList>
