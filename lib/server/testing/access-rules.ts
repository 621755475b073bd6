import { smallParameters } from "@/service/testing/small-data"
import { catalogue, domains, type Operation, printPath } from "../../catalogue"

/** The domains that each kind of person may read (architecture "Contracts", roles). */
export const readable = {
  nobody: [],
  stranger: [],
  hr: ["training", "content", "users", "serviceform", "calendars", "highscores", "notifications"],
  analyst: ["kpis", "users"],
  admin: domains,
} as const

export type Who = keyof typeof readable
export const everybody = Object.keys(readable) as Who[]
export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/** A department that tests add to the service's data for edits. */
export const department = {
  id: "6d8f0a52-3c1e-4b7a-9d24-5e0f7a1c8b93",
  name: "Harbour",
  type: "Region",
  creationDateTime: "2024-01-01T00:00:00Z",
  lastModifiedDateTime: "2024-01-01T00:00:00Z",
}

/** The path of an operation for which the service has a response. */
export const pathOf = (operation: Operation): string =>
  printPath(operation, { ...smallParameters(operation), departmentId: department.id })

export const mayRead = (who: Who, { domain }: Operation): boolean =>
  (readable[who] as readonly string[]).includes(domain)

/**
 * The expected outcome of a request to this operation's path: a status and, for a refusal, its
 * code.
 */
export function outcomeOf(operation: Operation, who: Who, method: string): string {
  const wanted = method === "HEAD" ? "GET" : method
  const path = pathOf(operation)
  const found = catalogue.operations.find((each) => each.method === wanted && pathOf(each) === path)
  if (!found) return "405 method_not_allowed"
  if (who === "nobody") return "401 unauthenticated"
  const may = found.method === "PATCH" ? who === "admin" : mayRead(who, found)
  return may ? "200" : "403 forbidden"
}
