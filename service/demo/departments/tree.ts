import { guidOf } from "../guid"
import { cycle, streamOf } from "../random"
import { parcelPoint, storeDepartments, teams } from "../texts/departments"
import { type CountryTowns, countries, type RegionTowns, type Town } from "../texts/towns"

/** One department before its fields are filled in. `key` never changes and determines the id. */
export interface DepartmentNode {
  readonly key: string
  readonly id: string
  readonly parent?: DepartmentNode
  readonly type: string
  readonly name: string
  readonly country?: CountryTowns
  readonly town?: Town
  /** For a store: its position in the list, from 0. */
  readonly store?: number
}

export const companyName = "Nordlys"

type Details = Partial<Pick<DepartmentNode, "country" | "town" | "store">> & { slug?: string }

/** A child department. Country and town are its parent's unless it has its own. */
function childOf(parent: DepartmentNode, type: string, name: string, details: Details = {}) {
  const { slug = name, ...own } = details
  const { country, town } = parent
  const location = { ...(country && { country }), ...(town && { town }) }
  const key = `${parent.key}/${slug}`
  return { key, id: guidOf("department", key), parent, type, name, ...location, ...own }
}

interface Site {
  readonly country: CountryTowns
  readonly region: RegionTowns
  readonly town: Town
  readonly round: number
}

/**
 * Every town, alternating between countries and regions, so that any prefix of the list covers all.
 */
function listSites(): Site[] {
  const maxRegions = Math.max(...countries.map((country) => country.regions.length))
  const regions = Array.from({ length: maxRegions }, (_, index) =>
    countries.flatMap((country) => {
      const region = country.regions[index]
      return region ? [{ country, region }] : []
    }),
  ).flat()
  const rounds = Math.max(...regions.map(({ region }) => region.towns.length))
  return Array.from({ length: rounds }, (_, round) =>
    regions.flatMap((site) => {
      const town = site.region.towns[round]
      return town ? [{ ...site, town, round }] : []
    }),
  ).flat()
}

function* offices(company: DepartmentNode): Generator<DepartmentNode, DepartmentNode> {
  const supply = childOf(company, "Division", "Supply Chain")
  yield supply
  for (const name of ["Taulov distribution centre", "Lehrte distribution centre"])
    yield childOf(supply, "Other", name)
  yield childOf(company, "Partner", "Blomsterhuset Partner Network")
  const headquarters = childOf(company, "Department", "Headquarters")
  yield headquarters
  for (const name of ["People and Culture", "Finance", "IT"])
    yield childOf(headquarters, "Subdepartment", name)
  return headquarters
}

/** Teams with difficult names: quotes, slashes, other scripts, and a duplicate. */
function* teamsOf(headquarters: DepartmentNode): Generator<DepartmentNode> {
  for (const [index, name] of teams.entries())
    yield childOf(headquarters, "Subdepartment", name, { slug: `team ${index}` })
}

/** The store with a part whose type the interface has no name for. */
const parcelStore = 5

function* partsOf(store: DepartmentNode, number: number): Generator<DepartmentNode> {
  const random = streamOf("store-parts", store.key)
  const culture = store.country?.culture ?? "en-GB"
  const wanted = number === 0 ? 4 : random.whole(2, 4)
  for (let index = 0; index < wanted; index++) {
    const part = cycle(storeDepartments, index)
    const department = childOf(store, "Department", part.name[culture])
    yield department
    for (const sub of part.parts)
      if (number === 0 || random.chance(0.12))
        yield childOf(department, "Subdepartment", sub[culture])
    if (number === parcelStore && index === 0)
      yield childOf(department, "ParcelPoint", parcelPoint[culture])
  }
}

/** The whole tree, eight levels deep, parents before children. Any prefix of it is a tree too. */
export function* walkTree(): Generator<DepartmentNode> {
  const company: DepartmentNode = {
    key: "nordlys",
    id: guidOf("department", "nordlys"),
    type: "Company",
    name: `${companyName} Retail Group`,
  }
  const retail = childOf(company, "Division", "Retail")
  yield company
  yield retail
  let headquarters: DepartmentNode | undefined
  const seen = new Map<string, DepartmentNode>()
  function* ensure(parent: DepartmentNode, type: string, name: string, country: CountryTowns) {
    const key = `${parent.key}/${name}`
    const known = seen.get(key)
    if (known) return known
    const node = childOf(parent, type, name, { country })
    seen.set(key, node)
    yield node
    return node
  }
  for (const [number, { country, region, town, round }] of listSites().entries()) {
    const nation = yield* ensure(retail, "Country", country.name, country)
    const area = yield* ensure(nation, "Region", region.name, country)
    const district = yield* ensure(area, "District", cycle(region.districts, round), country)
    const name = `${companyName} ${town[0]}`
    const store = childOf(district, "Store", name, { slug: town[0], town, store: number })
    yield store
    yield* partsOf(store, number)
    if (number === 0) headquarters = yield* offices(company)
    if (number === 2 && headquarters) yield* teamsOf(headquarters)
  }
}

export function listDepartments(count: number): DepartmentNode[] {
  const nodes: DepartmentNode[] = []
  for (const node of walkTree()) {
    if (nodes.length === count) break
    nodes.push(node)
  }
  return nodes
}
