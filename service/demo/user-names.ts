import { stringify } from "csv-stringify/sync"
import { countsFor } from "./counts"
import { departmentRow, slug } from "./departments/rows"
import { type DepartmentNode, listDepartments } from "./departments/tree"
import { population, userId } from "./people"
import { cycle, streamOf } from "./random"
import { firstNames, lastNames, leaderTitles, staffTitles } from "./texts/people"

/** The first department that each manager leads, by the person's id. */
function leadersOf(departments: readonly DepartmentNode[]): ReadonlyMap<string, DepartmentNode> {
  const leaders = new Map<string, DepartmentNode>()
  for (const node of departments) {
    const { managerUserId } = departmentRow(node).values
    if (managerUserId && !leaders.has(managerUserId)) leaders.set(managerUserId, node)
  }
  return leaders
}

/**
 * The users' names file for the demo data of a scale: where people work and as what, as an
 * administrator would upload it.
 */
export function buildUserNames(scale: number): string {
  const departments = listDepartments(countsFor(scale).departments)
  const stores = departments.filter(({ type }) => type === "Store")
  const leaders = leadersOf(departments)
  const mailboxes = new Set<string>()
  const people = Array.from({ length: population }, (_, number) => {
    const [id, random] = [userId(number), streamOf("person", number)]
    const led = leaders.get(id)
    const department = led ?? cycle(stores, random.whole(0, stores.length - 1))
    const culture = department.country?.culture ?? "da-DK"
    const [first, last] = [random.pick(firstNames[culture]), random.pick(lastNames[culture])]
    const mailbox = `${slug(first)}.${slug(last)}`
    const email = `${mailbox}${mailboxes.has(mailbox) ? number : ""}@nordlys.example`
    mailboxes.add(mailbox)
    const title = led ? (leaderTitles[led.type] ?? "Manager") : random.weighted(staffTitles)
    return [id, `${first} ${last}`, department.name, email, title]
  })
  return stringify([["id", "name", "department", "email", "title"], ...people])
}
