import * as fc from "fast-check"
import {
  type Catalogue,
  type Fields,
  fieldsOf,
  type Operation,
  type PathParameters,
  type Row,
  recordType,
} from "@/lib/catalogue"
import type { StoredRow } from "@/lib/records"
import { arbitraryValues } from "@/lib/records/testing/arbitraries"
import type { ModelRecord } from "@/lib/records/testing/model"
import { type Fixture, parametersAt } from "./fixtures"

const sampleSize = 60

const isStored = ({ sameAs, deprecated }: Fields[string]) =>
  sameAs === undefined && deprecated === undefined

/** Any values that a record can have, including hidden ones, in the form in which they are sent. */
export function arbitraryRecord(catalogue: Catalogue, recordName: string): fc.Arbitrary<Row> {
  const { fields, hidden } = recordType(catalogue, recordName)
  const stored = Object.entries({ ...fields, ...hidden }).filter(([, field]) => isStored(field))
  return arbitraryValues(Object.fromEntries(stored))
}

/** Deterministic records for a seed. Each type has few values, so ties and nulls are common. */
export const sampleRecords = (catalogue: Catalogue, recordName: string, seed: number): Row[] =>
  fc.sample(arbitraryRecord(catalogue, recordName), { numRuns: sampleSize, seed })

/** The by-id paths in the records' `url`, repeated here independently of the catalogue. */
const ownPaths: { readonly [record: string]: (at: PathParameters, id: unknown) => string } = {
  contentPost: ({ moduleId }, id) => `/v1/contentmodules/${moduleId}/content/${id}`,
  stageComment: ({ moduleId, formId }, id) =>
    `/v1.2/serviceformModules/${moduleId}/forms/${formId}/stageComments/${id}`,
}

/**
 * A record as an operation must send it: aliases, constants, links, nulls, empty arrays and
 * omissions (decisions "Values").
 */
export function sentRecord(
  catalogue: Catalogue,
  operation: Operation,
  values: Row,
  { at, baseUrl }: { at: PathParameters; baseUrl: string },
): Row {
  const sent = Object.entries(fieldsOf(catalogue, operation)).map(([name, field]) => {
    if (operation.nulls?.includes(name)) return [name, null]
    if (operation.filled?.includes(name)) return [name, values[name] ?? []]
    if (field.deprecated) return [name, field.deprecated.constant]
    if (field.sameAs !== undefined) return [name, values[field.sameAs]]
    if (field.type !== "url") return [name, values[name]]
    const path = name === "url" ? ownPaths[operation.record]?.(at, values["id"]) : undefined
    return [name, path === undefined ? null : `${baseUrl}${path}`]
  })
  return Object.fromEntries(sent)
}

/**
 * The records of every type for the fixtures "here" and "there". Records without a scope are the
 * same in both.
 */
export interface Sample {
  /** The rows to load for a record type. */
  rows(recordName: string): StoredRow[]
  /** An operation's records for a fixture, as in the reference model. */
  records(operation: Operation, fixture: Fixture, baseUrl: string): ModelRecord[]
}

/** Creates the records deterministically. */
export function createSample(catalogue: Catalogue): Sample {
  const names = Object.keys(catalogue.records)
  const seedOf = (recordName: string, fixture: Fixture) =>
    names.indexOf(recordName) * 2 + (fixture === "there" ? 1 : 0)
  const known = new Map<number, Row[]>()
  const valuesAt = (recordName: string, fixture: Fixture): Row[] => {
    const scoped = recordType(catalogue, recordName).scope.length > 0
    const seed = seedOf(recordName, scoped ? fixture : "here")
    const values = known.get(seed) ?? sampleRecords(catalogue, recordName, seed)
    known.set(seed, values)
    return values
  }
  const scopeOf = (recordName: string, fixture: Fixture) => {
    const { scope } = recordType(catalogue, recordName)
    const reader = catalogue.operations.find(({ record }) => record === recordName)
    const parameters = reader ? parametersAt(reader, fixture) : {}
    return Object.fromEntries(scope.map((name) => [name, parameters[name] ?? ""]))
  }
  return {
    rows(recordName) {
      const { scope } = recordType(catalogue, recordName)
      const fixtures: Fixture[] = scope.length > 0 ? ["here", "there"] : ["here"]
      return fixtures.flatMap((fixture) =>
        valuesAt(recordName, fixture).map((values) => ({
          scope: scopeOf(recordName, fixture),
          values,
        })),
      )
    },
    records(operation, fixture, baseUrl) {
      const at = scopeOf(operation.record, fixture)
      return valuesAt(operation.record, fixture).map((values, index) => ({
        values,
        index,
        sent: sentRecord(catalogue, operation, values, { at, baseUrl }),
      }))
    },
  }
}
