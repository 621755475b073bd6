import { readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const folder = join(import.meta.dirname, "..", "..", "..", "app")

/** Path parameters as Next passes them to a route: decoded, an array for `[...name]`. */
export type RouteParameters = Record<string, string | string[]>

/** One `route.ts`, `page.tsx` or `layout.tsx` of the app folder. */
export interface AppFile {
  readonly kind: "route" | "page" | "layout"
  /** Its path in the folder: `(dashboard)/kpis/page.tsx`. */
  readonly path: string
  /** `/api/views/[view]`, without groups such as `(dashboard)`. */
  readonly pattern: string
  load(): Promise<Record<string, unknown>>
}

function readFile(path: string): AppFile[] {
  const kind = /(?:^|\/)(route|page|layout)\.tsx?$/.exec(path)?.[1] as AppFile["kind"] | undefined
  if (!kind) return []
  const segments = path.split("/").slice(0, -1)
  const pattern = `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`
  const { href } = pathToFileURL(join(folder, path))
  return [{ kind, path, pattern, load: () => import(/* @vite-ignore */ href) }]
}

/** All routes, pages and layouts of the app folder. */
export const appFiles: readonly AppFile[] = readdirSync(folder, {
  recursive: true,
  encoding: "utf8",
})
  .map((path) => path.replaceAll("\\", "/"))
  .toSorted()
  .flatMap(readFile)

const isDynamic = (segment: string) => segment.startsWith("[")

/** The path parameters if the pattern matches the path, otherwise undefined. */
export function matchPattern(pattern: string, pathname: string): RouteParameters | undefined {
  const [names, values] = [pattern, pathname].map((path) => path.slice(1).split("/"))
  const found: RouteParameters = {}
  for (const [index, name] of (names ?? []).entries()) {
    const value = values?.[index]
    if (value === undefined) return undefined
    if (name.includes("...")) {
      found[name.replace(/[[\].]/g, "")] = (values ?? []).slice(index).map(decodeURIComponent)
      return found
    }
    if (isDynamic(name)) found[name.slice(1, -1)] = decodeURIComponent(value)
    else if (name !== value) return undefined
  }
  return names?.length === values?.length ? found : undefined
}
