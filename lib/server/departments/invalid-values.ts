import "server-only"
import {
  type Catalogue,
  CatalogueError,
  checkDepartment,
  type DepartmentSchemas,
  departmentSchemas,
  type ListOperation,
  printRowScope,
  type Row,
  type RowScope,
  type SummaryQuery,
  wholeLists,
} from "../../catalogue"
import type { InvalidDepartments, InvalidValue } from "../../contract"
import type { UpstreamHider } from "../reads/hide-upstream"
import type { WholeLists, WholePages } from "../reads/whole-source"

/** So many values of a field are told one by one. */
const most = 1000

/** What is found of one field: how many departments, and the first of their values. */
interface FieldFindings {
  departments: number
  readonly values: InvalidValue[]
}

/** What is found in the departments that have been checked. */
interface Findings {
  departments: number
  invalid: number
  readonly fields: Map<string, FieldFindings>
}

/** Checks one more department by the rules of changes (decisions "Department PATCH"). */
function checkOne(findings: Findings, schemas: DepartmentSchemas, row: Row): void {
  const known = Object.entries(row).filter(([field]) => Object.hasOwn(schemas, field))
  const { problems } = checkDepartment(schemas, Object.fromEntries(known))
  findings.departments += 1
  if (problems.length === 0) return
  findings.invalid += 1
  const name = typeof row["name"] === "string" ? row["name"] : null
  const counted = new Set<string>()
  for (const { place, message } of problems) {
    const [field, ...inner] = place
    const found = findings.fields.get(`${field}`) ?? { departments: 0, values: [] }
    if (!counted.has(`${field}`)) found.departments += 1
    counted.add(`${field}`)
    findings.fields.set(`${field}`, found)
    if (found.values.length < most)
      found.values.push({
        id: `${row["id"]}`,
        name,
        field: `${field}`,
        place: inner,
        value: row[`${field}`],
        message,
      })
  }
}

/** Which of the values are told: those of a field, all, or none. */
export function answerFindings(
  { departments, invalid, fields }: Findings,
  { field, asOf }: { readonly field: string | undefined; readonly asOf: number },
): InvalidDepartments {
  const told = field === undefined ? [...fields.values()] : [fields.get(field)]
  return {
    departments,
    invalid,
    fields: [...fields]
      .map(([name, found]) => ({ field: name, departments: found.departments }))
      .toSorted((one, other) => other.departments - one.departments),
    values: told.flatMap((found) => found?.values ?? []),
    asOf: new Date(asOf).toISOString(),
  }
}

export interface InvalidValuesParts {
  readonly catalogue: Catalogue
  readonly wholes: Pick<WholeLists, "requireCopies" | "summarize">
  readonly wholePages: WholePages
  readonly hider: Pick<UpstreamHider, "hide">
}

/** The values of departments that the rules of changes do not allow, over the whole copy. */
export interface InvalidValuesService {
  /** As `answerFindings`; throws `not_copied` (503). Departments are checked again only where the copy has changed. */
  read(scope: RowScope, field: string | undefined): Promise<InvalidDepartments>
}

/** By what a change of the copy is seen. */
const copyState: SummaryQuery = {
  groups: [],
  measures: [{ name: "count" }, { name: "maximum", property: "lastModifiedDateTime" }],
  top: 1,
  zone: "UTC",
  filters: [],
}

/** So many departments are checked at a time, which takes some milliseconds; others come between. */
const pageSearch = "limit=200&sort=name"

function requireDepartments(catalogue: Catalogue): ListOperation {
  const list = wholeLists(catalogue).find(({ record }) => record === "department")
  if (!list) throw new CatalogueError("No list shows departments.")
  return list
}

export function createInvalidValues(parts: InvalidValuesParts): InvalidValuesService {
  const { wholes, wholePages, hider } = parts
  const list = requireDepartments(parts.catalogue)
  const schemas = departmentSchemas(parts.catalogue)
  let last: { readonly state: string; readonly found: Promise<Findings> } | undefined

  async function checkAll(scope: RowScope): Promise<Findings> {
    const findings: Findings = { departments: 0, invalid: 0, fields: new Map() }
    for (let search: string | undefined = pageSearch; search !== undefined; ) {
      const page = await wholePages.read(
        list,
        { search, following: search !== pageSearch },
        { scope },
      )
      for (const row of page.envelope.data) checkOne(findings, schemas, hider.hide(row) as Row)
      search = page.next?.search
    }
    return findings
  }

  return {
    async read(scope, field) {
      const { asOf } = await wholes.requireCopies(list)
      const { total } = await wholes.summarize(list, copyState, scope)
      const state = JSON.stringify([printRowScope(scope), asOf, total])
      if (last?.state !== state) {
        const found = checkAll(scope)
        const own = { state, found }
        last = own
        found.catch(() => {
          if (last === own) last = undefined
        })
      }
      return answerFindings(await last.found, { field, asOf })
    },
  }
}
