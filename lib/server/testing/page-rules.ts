import { smallParameters } from "@/service/testing/small-data"
import { type Area, catalogue, type Domain, type Operation, wholeLists } from "../../catalogue"
import { areaPaths } from "../../client"
import type { Role } from "../../session"
import type { RouteParameters } from "./app-folder"

/** One visit to a page: the parameters of its URL, and the domain that it shows. */
export interface Visit {
  readonly params: RouteParameters
  readonly searchParams?: Readonly<Record<string, string>>
  /** Undefined for pages that everyone who is signed in may see. */
  readonly domain?: Domain
  /** The roles that may see the page, if they do not follow from a domain. */
  readonly roles?: readonly Role[]
}

/** Access to a page does not depend on whether its record exists. */
const unknownId = "00000000-0000-4000-8000-000000000000"

const ofKind = (kind: Operation["kind"]) =>
  catalogue.operations.filter((operation) => operation.kind === kind)
const valuesOf = (operation: Operation) => Object.values(smallParameters(operation))

/**
 * Every page with protected data, by its pattern, with a visit for each operation that it can show.
 */
export const pageRules: Readonly<Record<string, readonly Visit[]>> = {
  "/": [{ params: {} }],
  "/[area]": (Object.keys(areaPaths) as Area[])
    .filter((area) => area !== "kpis")
    .flatMap((area) => {
      const of = catalogue.operations.find((operation) => operation.area === area)
      return of ? [{ params: { area: areaPaths[area] }, domain: of.domain }] : []
    }),
  "/saved": [{ params: {} }],
  "/organisation/changes": [{ params: {}, domain: "users" }],
  "/organisation/tree": [{ params: {}, domain: "users" }],
  "/organisation/[id]": [{ params: { id: unknownId }, domain: "users" }],
  "/organisation/batches/[id]": [{ params: { id: unknownId }, domain: "users" }],
  "/organisation/bulk": [{ params: {}, roles: ["admin"] }],
  "/organisation/import": [{ params: {}, roles: ["admin"] }],
  "/organisation/table/[[...version]]": [{ params: {}, domain: "users" }],
  "/courses/[id]": [{ params: { id: unknownId }, domain: "training" }],
  "/people/[id]": [{ params: { id: unknownId }, roles: ["hr", "admin"] }],
  "/downloads": [{ params: {} }],
  "/figures": [{ params: {}, domain: "kpis" }],
  "/figures/[dataSetId]": ofKind("list")
    .filter(({ domain }) => domain === "kpis")
    .map((operation) => ({ params: { dataSetId: valuesOf(operation)[0] ?? "" }, domain: "kpis" })),
  "/figures/[dataSetId]/targets": ofKind("list")
    .filter(({ domain }) => domain === "kpis")
    .map((operation) => ({ params: { dataSetId: valuesOf(operation)[0] ?? "" }, domain: "kpis" })),
  "/data": [{ params: {} }],
  "/data/[operation]": ofKind("single").map(({ id, domain }) => ({
    params: { operation: id },
    domain,
  })),
  "/data/[operation]/[...ids]": ofKind("single").map((operation) => ({
    params: { operation: operation.id, ids: valuesOf(operation) },
    domain: operation.domain,
  })),
  "/reports/[report]": ofKind("list").map((operation) => ({
    params: { report: operation.id },
    searchParams: Object.fromEntries(
      Object.entries(smallParameters(operation)).map(([name, id]) => [`path.${name}`, id]),
    ),
    domain: operation.domain,
  })),
  "/reports/[report]/summary": wholeLists(catalogue).map(({ id, domain }) => ({
    params: { report: id },
    domain,
  })),
  "/sessions": [{ params: {} }],
  "/settings": [{ params: {}, roles: ["admin"] }],
}

/** Pages without protected data. */
export const openPages: readonly string[] = ["/signin"]
