import {
  type Catalogue,
  catalogue,
  findOperation,
  type ListEnvelope,
  type ListOperation,
  type Operation,
  type PathParameters,
  printPath,
  type Row,
  type Workspace,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { readWorkspace, serviceUrl } from "./environment"

/** Reads the reference service directly, as an integrator would. */
export interface ServiceReader {
  /** Requests a path that starts with the version. */
  ask(path: string): Promise<Response>
  /** Every row of a list, over all of the service's pages, at the maximum page size. */
  readAll(operation: Operation, parameters: PathParameters, search?: string): Promise<Row[]>
  /** The path parameters for which the demo data may have records. */
  candidatePaths(operation: Operation): Promise<PathParameters[]>
}

type Path = readonly WorkspaceEntry[]

const descend = (entries: readonly WorkspaceEntry[], above: Path): Path[] =>
  entries.flatMap((entry) => {
    const path = [...above, entry]
    return [path, ...descend(entry.children, path)]
  })

/** Creates a reader of the service at a URL, whose demo data the workspace names. */
export function createServiceReader(
  url: () => string,
  workspace: () => Pick<Workspace, "entries">,
): ServiceReader {
  let token: Promise<string> | undefined

  async function fetchToken(): Promise<string> {
    const answer = await fetch(`${url()}/oidc/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "demo-dashboard",
        client_secret: "demo-dashboard-secret",
        scope: "svc.api:read",
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    return access_token
  }

  async function ask(path: string): Promise<Response> {
    token ??= fetchToken()
    return fetch(`${url()}/api${path}`, { headers: { authorization: `Bearer ${await token}` } })
  }

  async function readAll(operation: Operation, parameters: PathParameters, search = "") {
    const rows: Row[] = []
    const query = new URLSearchParams(search)
    if (operation.kind === "list") query.set("limit", `${operation.limit.maximum}`)
    let path: string | undefined = `${printPath(operation, parameters)}?${query}`
    while (path) {
      const answer = await ask(path)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      const { data, nextUrl } = (await answer.json()) as ListEnvelope
      rows.push(...data)
      const next: URL | undefined = nextUrl ? new URL(nextUrl) : undefined
      path = next && next.pathname.replace(/^\/api/, "") + next.search
    }
    return rows
  }

  async function candidatePaths({ parameters }: Operation): Promise<PathParameters[]> {
    const names = Object.keys(parameters)
    if (names.length === 0) return [{}]
    if (names.includes("highscoreId")) {
      const rows = await readAll(operationOf("highscores"), {})
      return rows.map((row) => ({ highscoreId: `${row["id"]}` }))
    }
    const kinds = Object.values(parameters)
    return descend(workspace().entries, [])
      .filter(
        (path) =>
          path.length === kinds.length && path.every((entry, index) => entry.kind === kinds[index]),
      )
      .map((path) => Object.fromEntries(path.map((entry, index) => [names[index] ?? "", entry.id])))
  }

  return { ask, readAll, candidatePaths }
}

const shared = createServiceReader(serviceUrl, readWorkspace)
export const { ask: askService, readAll, candidatePaths } = shared

/** An operation by id, from the catalogue as pages show it if given. */
export function operationOf(id: string, from: Catalogue = catalogue): Operation {
  const operation = findOperation(from, id)
  if (!operation) throw new Error(`The catalogue has no operation "${id}".`)
  return operation
}

/**
 * Every row of a list in the order of its page: by the search's sort, or else the page's default
 * sort.
 */
export function readAllAsShown(
  operation: ListOperation,
  parameters: PathParameters,
  search = "",
): Promise<Row[]> {
  const query = new URLSearchParams(search)
  if (operation.pageSort && !query.has("sort")) query.set("sort", operation.pageSort)
  return readAll(operation, parameters, `${query}`)
}

/** The most frequent value of a field, over the rows of a list without parameters. */
export async function commonValue(operation: Operation, field: string): Promise<string> {
  const values = (await readAll(operation, {})).map((row) => `${row[field]}`)
  const often = (one: string) => values.filter((value) => value === one).length
  return values.toSorted((one, other) => often(other) - often(one))[0] ?? ""
}

async function findAnsweringPath(operation: Operation): Promise<PathParameters> {
  let empty: PathParameters | undefined
  for (const parameters of await candidatePaths(operation)) {
    const answer = await askService(printPath(operation, parameters))
    if (!answer.ok) continue
    const { data } = (await answer.json()) as { data: unknown }
    if (!Array.isArray(data) || data.length > 0) return parameters
    empty ??= parameters
  }
  if (empty) return empty
  throw new Error(`The demo data has no answer for ${operation.id}.`)
}

async function findGatedPath(operation: Operation): Promise<PathParameters | undefined> {
  for (const parameters of await candidatePaths(operation)) {
    const answer = await askService(printPath(operation, parameters))
    if (answer.status === 400) return parameters
  }
  return undefined
}

/**
 * Caches the result for an operation; the demo data's modules and features do not change, so each
 * worker looks once.
 */
function remember<T>(find: (operation: Operation) => Promise<T>) {
  const found = new Map<string, Promise<T>>()
  return (operation: Operation): Promise<T> => {
    const one = found.get(operation.id) ?? find(operation)
    found.set(operation.id, one)
    return one
  }
}

/** Path parameters that the service accepts, with rows if possible. */
export const answeringPath = remember(findAnsweringPath)

/** Path parameters that the service refuses because a feature is off. */
export const gatedPath = remember(findGatedPath)
