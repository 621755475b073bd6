import { contract, type Permission, type Route } from "../../contract"
import { type Role, roles } from "../../session"
import { readable, type Who } from "./access-rules"

/** Who may access one of the dashboard's own paths, by the contract. */
export interface OwnPathRule {
  /** `/api/views/{view}`, and a URL that matches it. */
  readonly path: string
  readonly sample: string
  readonly routes: readonly Route[]
}

const somebody = "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7aff"

const all: readonly Route[] = Object.values(contract)

/** Every path that needs a session. */
export const ownPathRules: readonly OwnPathRule[] = [
  ...new Set(all.filter(({ permission }) => permission !== "public").map(({ path }) => path)),
].map((path) => ({
  path,
  sample: path.replace(/\{(?:list|operation)\}/, "departments").replace(/\{\w+\}/g, somebody),
  routes: all.filter((route) => route.path === path),
}))

/** The roles that have a permission (architecture "Contracts", roles). */
function rolesWith(permission: Permission): readonly Role[] | "signed-in" {
  if (permission === "signed-in" || permission === "public") return "signed-in"
  const [domain = "", right] = permission.split(":")
  if (right === "write") return ["admin"]
  return roles.filter((role) => (readable[role] as readonly string[]).includes(domain))
}

/** The expected refusal of a request to an own path, or undefined if it is allowed. */
export function refusalOf({ routes }: OwnPathRule, who: Who, method: string): string | undefined {
  const wanted = method === "HEAD" ? "GET" : method
  const route = routes.find((each) => each.method === wanted)
  if (!route) return "405 method_not_allowed"
  if (who === "nobody") return "401 unauthenticated"
  const roles = rolesWith(route.permission)
  const may = roles === "signed-in" || roles.some((role) => role === who)
  return may ? undefined : "403 forbidden"
}
