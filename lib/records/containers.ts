import type { Catalogue, Operation, PathParameters } from "@/lib/catalogue"
import { type DatabaseSession, quoteName } from "../db"

/** Something that path parameters name and that is no record of its own: a module, form, data set, … */
export interface StoredContainer {
  readonly kind: string
  readonly id: string
  readonly parentId?: string
  readonly name: string
  readonly unit?: string
  /** The features that are switched on there (see `Gate`). */
  readonly features?: readonly string[]
}

/** The first path parameter that names nothing, and the features of those that do. */
export interface FoundContainers {
  readonly missing?: string
  readonly features: { readonly [parameter: string]: string[] }
}

interface ContainerRow {
  kind: string
  id: string
  parent_id: string | null
  features: string[]
}

const batchSize = 5000

/** Every parent that a path names is a row here, also one that is a record too, such as a content post. */
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

/** Adds containers, and replaces those of the same kind and id; a kind and id may come once in a load. */
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

/** The parameters that name a parent: all of a list's, all but the record's own id of another operation's. */
function parentParameters({ kind, parameters }: Operation): [name: string, kind: string][] {
  const all = Object.entries(parameters)
  return kind === "list" ? all : all.slice(0, -1)
}

/** Looks up what the path names, each inside the one before it, in one query. */
export async function findContainers(
  {
    session,
    schema,
    catalogue,
  }: { session: DatabaseSession; schema: string; catalogue: Catalogue },
  operation: Operation,
  parameters: PathParameters,
): Promise<FoundContainers> {
  const wanted = parentParameters(operation)
  if (wanted.length === 0) return { features: {} }
  const conditions = wanted.map((_, index) => `kind = $${2 * index + 1} and id = $${2 * index + 2}`)
  const rows = await session.query<ContainerRow>(
    `select kind, id, parent_id, features from ${quoteName(schema)}.container
     where ${conditions.map((condition) => `(${condition})`).join(" or ")}`,
    wanted.flatMap(([name, kind]) => [kind, parameters[name]]),
    { prepare: true },
  )
  const isInside = (row: ContainerRow) => {
    const parentKind = catalogue.containers[row.kind]?.parent
    const parent = wanted.find(([, kind]) => kind === parentKind)
    return !parent || row.parent_id === parameters[parent[0]]
  }
  const features: Record<string, string[]> = {}
  let missing: string | undefined
  for (const [name, kind] of wanted) {
    const row = rows.find((found) => found.kind === kind && found.id === parameters[name])
    if (row && isInside(row)) features[name] = row.features
    else missing ??= name
  }
  return { ...(missing !== undefined && { missing }), features }
}
