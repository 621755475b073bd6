import { type DatabaseSession, quoteName } from "../../db"

/** A department as the file of names writes it, which is not one department for certain. */
export interface UnplacedDepartment {
  readonly text: string
  /** How many people have it. */
  readonly people: number
  /** Whether several departments are called so; else none is. */
  readonly isAmbiguous: boolean
}

/** No tree is deeper; it ends what stands on a cycle. */
const maxDepth = 50

/** What departments are called by in the file of names: the id first, then the external id, then the name; `departments` is how many are called so. */
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

/** Each department with all above it, the highest first, and the highest region of these. */
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

/** Finds where people work by the departments as they are known now; changes only who works elsewhere than before. */
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

/** The departments of the file that are not found, those of the most people first; none before any department is known. */
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
