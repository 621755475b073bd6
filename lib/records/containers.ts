import type { Catalogue, Operation, PathParameters } from "@/lib/catalogue"
import { type DatabaseSession, Parameters, quoteName } from "../db"

/**
 * Something that path parameters name and that is not a record itself: a module, form, data set, …
 */
export interface StoredContainer {
  readonly kind: string
  readonly id: string
  readonly parentId?: string
  readonly name: string
  readonly unit?: string
  /** Features that are enabled there (see `Gate`). */
  readonly features?: readonly string[]
}

/** The first path parameter that names nothing, and the features of the others. */
export interface FoundContainers {
  readonly missing?: string
  readonly features: { readonly [parameter: string]: readonly string[] }
}

const batchSize = 5000

/**
 * Every parent that a path names has a row here, even one that is also a record, such as a content
 * post.
 */
export const createContainerTable = (schema: string): string[] => [
  `create table if not exists ${quoteName(schema)}.container (
     kind text not null,
     id uuid not null,
     parent_id uuid,
     name text not null,
     unit text,
     features text[] not null default '{}',
     primary key (kind, id))`,
]

const putContainers = (schema: string) => `
  insert into ${quoteName(schema)}.container (kind, id, parent_id, name, unit, features)
  select kind, id, "parentId", name, unit, coalesce(features, '{}')
  from json_to_recordset($1)
    as given (kind text, id uuid, "parentId" uuid, name text, unit text, features text[])
  on conflict (kind, id) do update set parent_id = excluded.parent_id, name = excluded.name,
    unit = excluded.unit, features = excluded.features`

/**
 * Inserts containers and replaces those with the same kind and id. A kind and id may occur only
 * once per load.
 */
export async function loadContainers(
  session: DatabaseSession,
  schema: string,
  containers: Iterable<StoredContainer>,
): Promise<void> {
  const all = [...containers]
  await session.transaction(async (transaction) => {
    for (let start = 0; start < all.length; start += batchSize)
      await transaction.query(putContainers(schema), [
        JSON.stringify(all.slice(start, start + batchSize)),
      ])
  })
}

/**
 * The parameters that name a parent: all of a list's, all but the record's own id for other
 * operations.
 */
function parentParameters({ kind, parameters }: Operation): [name: string, kind: string][] {
  const all = Object.entries(parameters)
  return kind === "list" ? all : all.slice(0, -1)
}

export interface FoundContainerRow {
  readonly kind: string
  readonly id: string
  readonly parentId: string | null
  readonly features: readonly string[]
}

/** The lookup of what a path names, as an expression for a JSON array of `FoundContainerRow`. */
export function printContainers(
  schema: string,
  operation: Operation,
  given: PathParameters,
  parameters: Parameters,
): string {
  const conditions = parentParameters(operation).map(([name, kind]) => {
    const [ofKind, id] = [parameters.add(kind), parameters.add(given[name] ?? null)]
    return `(kind = ${ofKind} and id = ${id}::uuid)`
  })
  if (conditions.length === 0) return "'[]'::json"
  return `(select coalesce(json_agg(json_build_object(
      'kind', kind, 'id', id, 'parentId', parent_id, 'features', features)), '[]')
    from ${quoteName(schema)}.container where ${conditions.join(" or ")})`
}

/** Checks the found rows against the path: each container has to be inside the one before it. */
export function findInPath(
  catalogue: Catalogue,
  operation: Operation,
  parameters: PathParameters,
  rows: readonly FoundContainerRow[],
): FoundContainers {
  const wanted = parentParameters(operation)
  const isInside = (row: FoundContainerRow) => {
    const parentKind = catalogue.containers[row.kind]?.parent
    const parent = wanted.find(([, kind]) => kind === parentKind)
    return !parent || row.parentId === parameters[parent[0]]
  }
  const features: Record<string, readonly string[]> = {}
  let missing: string | undefined
  for (const [name, kind] of wanted) {
    const row = rows.find((found) => found.kind === kind && found.id === parameters[name])
    if (row && isInside(row)) features[name] = row.features
    else missing ??= name
  }
  return { ...(missing !== undefined && { missing }), features }
}

/** Looks up what the path names. Each container has to be inside the one before it. */
export async function findContainers(
  {
    session,
    schema,
    catalogue,
  }: { session: DatabaseSession; schema: string; catalogue: Catalogue },
  operation: Operation,
  parameters: PathParameters,
): Promise<FoundContainers> {
  const values = new Parameters()
  const found = printContainers(schema, operation, parameters, values)
  const [row] = await session.query<{ containers: FoundContainerRow[] }>(
    `select ${found} as containers`,
    values.values,
    { prepare: true },
  )
  return findInPath(catalogue, operation, parameters, row?.containers ?? [])
}
