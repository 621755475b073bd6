import { type DatabaseSession, quoteName } from "../../db"

/** A department text of the name file that does not identify exactly one department. */
export interface UnplacedDepartment {
  readonly text: string
  /** Number of people with this text. */
  readonly people: number
  /** True if several departments match; otherwise none does. */
  readonly isAmbiguous: boolean
}

/** Deeper than any tree; ends the recursion on a cycle. */
const maxDepth = 50

/**
 * The keys by which the name file may refer to departments: first the id, then the external id,
 * then the name; `departments` is the number of departments with the same key.
 */
const printKeys = (departments: string) => `
  called as (
    select lower(id::text) as key, 1 as rank, id from ${departments}
    union all select lower(trim(external_id)), 2, id from ${departments} where trim(external_id) <> ''
    union all select lower(trim(name)), 3, id from ${departments}
  ),
  keys as (
    select distinct on (key) key, min(id::text)::uuid as id, count(distinct id)::int as departments
    from called group by key, rank order by key, rank
  )`

/** Each department with its ancestors, highest first, and the highest region among them. */
const printPlaces = (departments: string) => `
  steps as (
    select id, id as at, 0 as depth from ${departments}
    union all
    select steps.id, parent.id, depth + 1
    from steps join ${departments} as own on own.id = steps.at
      join ${departments} as parent on parent.id = own.parent_id
    where depth < ${maxDepth}
  ),
  places as (
    select steps.id, array_agg(at order by depth desc) as above,
      (array_agg(at order by depth desc) filter (where type = 'Region'))[1] as region_id
    from steps join ${departments} as own on own.id = steps.at
    group by steps.id
  )`

const tablesOf = (schema: string) => ({
  people: `${quoteName(schema)}.user_name`,
  departments: `${quoteName(schema)}.department_name`,
})

/**
 * Assigns people to the currently known departments; only updates people whose department has
 * changed.
 */
export async function placePeople(session: DatabaseSession, schema: string): Promise<void> {
  const { people, departments } = tablesOf(schema)
  await session.query(`
    with recursive ${printKeys(departments)}, ${printPlaces(departments)},
    found as (
      select person.id, places.id as department_id, places.region_id, places.above
      from ${people} as person
        left join keys on keys.key = lower(trim(person.department)) and keys.departments = 1
        left join places on places.id = keys.id
    )
    update ${people} as person set (department_id, region_id, above) =
      (found.department_id, found.region_id, found.above)
    from found where found.id = person.id
      and (person.department_id, person.region_id, person.above)
        is distinct from (found.department_id, found.region_id, found.above)`)
}

/**
 * The department texts of the file that could not be resolved, most people first; empty before any
 * department is known.
 */
export const readUnplaced = (
  session: DatabaseSession,
  schema: string,
  limit: number,
): Promise<UnplacedDepartment[]> => {
  const { people, departments } = tablesOf(schema)
  return session.query<UnplacedDepartment>(
    `with ${printKeys(departments)}
     select trim(department) as text, count(*)::int as people, keys.key is not null as "isAmbiguous"
     from ${people} left join keys on keys.key = lower(trim(department))
     where department_id is null and trim(department) <> ''
       and exists (select from ${departments})
     group by trim(department), keys.key order by people desc, text limit $1`,
    [limit],
  )
}
