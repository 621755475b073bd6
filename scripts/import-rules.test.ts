import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { cp, mkdir, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = resolve(import.meta.dirname, "..")
const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
const run = promisify(execFile)

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
  readonly to: string
}

/** Runs a tool that tells by its exit code whether it found something, and gives what it printed. */
async function outputOf(tool: string, parameters: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, maxBuffer: 2 ** 28 }
  const result = await run(process.execPath, [tool, ...parameters], options).catch((error) => error)
  return result.stdout
}

async function violationsIn(tree: string): Promise<string[]> {
  const paths = [
    "app",
    "components",
    "lib",
    "service",
    "scripts",
    "e2e",
    "bench",
    "proxy.ts",
    "instrumentation.ts",
  ]
  const present = paths.filter((path) => existsSync(join(tree, path)))
  const config = ["--config", join(root, ".dependency-cruiser.cjs"), "--output-type", "json"]
  const { summary } = JSON.parse(await outputOf(cruiser, [...config, ...present], tree))
  return summary.violations.map(({ rule, from, to }: Violation) => `${rule.name}: ${from} → ${to}`)
}

/** Files that keep every rule, one of each room at least. */
const clean: Record<string, string> = {
  "lib/catalogue/index.ts":
    'import { z } from "zod"\nexport const schema = z.string()\nexport type Name = string',
  "lib/encryption/index.ts":
    'import { hkdfSync } from "node:crypto"\nexport const derive = hkdfSync',
  "lib/catalogue/testing/samples.ts":
    'import { readFileSync } from "node:fs"\nexport const read = readFileSync',
  "lib/json-patch/index.ts": 'import type { Name } from "@/lib/catalogue"\nexport type Path = Name',
  "lib/contract/index.ts": 'import { schema } from "@/lib/catalogue"\nexport const route = schema',
  "lib/client/index.ts":
    'import type { Name } from "@/lib/catalogue"\nimport type { route } from "@/lib/contract"\nexport type Key = Name | typeof route',
  "lib/client/messages/de.ts": 'import type { Name } from "@/lib/catalogue"\nexport type De = Name',
  "lib/client/messages/messages-of.ts": 'export type { De } from "./de"',
  "lib/db/index.ts": 'import pg from "pg"\nexport const open = () => pg',
  "lib/records/index.ts":
    'import { schema } from "@/lib/catalogue"\nimport "@/lib/db"\nexport const open = () => [schema]',
  "lib/platform/index.ts": 'import "@/lib/db"\nexport { schema } from "@/lib/catalogue"',
  "lib/session/index.ts": 'export * from "@/lib/catalogue"\nimport "@/lib/encryption"',
  "lib/server/index.ts":
    'import "@/lib/records"\nimport "@/lib/session"\nimport "@/lib/platform"\nimport "@/lib/contract"\nexport const read = 1',
  "lib/server/views/service.ts": "export const views = 1\nexport type Views = typeof views",
  "lib/server/palette/routes.ts":
    'import type { Views } from "../views/service"\nexport type Entries = Views[]',
  "lib/server/main.ts":
    'import { views } from "./views/service"\nimport type { Entries } from "./palette/routes"\nexport const open = (): Entries => [views]',
  "lib/server/index.test.ts":
    'import "@/service"\nimport "vitest"\nimport "./index"\nimport "@/lib/catalogue/testing/samples"',
  "components/ui/button.tsx":
    'import { useState } from "react"\nexport const Button = () => <b>{useState<string>("x")[0]}</b>',
  "components/charts/line.tsx":
    'import { Line } from "recharts"\nexport const Chart = () => <Line />',
  "components/kpis/page.tsx":
    'import { Button } from "@/components/ui/button"\nexport const load = () => import("@/components/charts/line")\nexport const Page = () => <Button />',
  "components/reports/report.tsx":
    'import type { Key } from "@/lib/client"\nimport "@/lib/json-patch"\nexport const Report = (p: { k: Key }) => <i>{p.k}</i>',
  "app/page.tsx":
    'import { Page } from "@/components/kpis/page"\nimport { Report } from "@/components/reports/report"\nimport "@/lib/server"\nexport default () => <><Page /><Report k="1" /></>',
  "service/index.ts":
    'import "@/lib/records"\nimport "@/lib/json-patch"\nimport "node:http"\nexport const app = 1',
  "scripts/start.ts": 'import "@/service"\nimport "@/lib/server"',
  "e2e/story.ts": 'import "@playwright/test"\nimport "@/service"',
  "proxy.ts": 'import "@/lib/session"',
}

/** One file for each kind of bad import: the rule, the file, what it says. */
const planted: readonly (readonly [rule: string, file: string, source: string])[] = [
  ["lib-catalogue-imports", "lib/catalogue/bad-room.ts", 'import "@/lib/client"'],
  ["lib-json-patch-imports", "lib/json-patch/bad-room.ts", 'import "@/lib/client"'],
  ["lib-contract-imports", "lib/contract/bad-room.ts", 'import "@/lib/session"'],
  ["lib-client-imports", "lib/client/bad-room.ts", 'import "@/lib/server"'],
  [
    "lib-client-imports",
    "lib/client/bad-contract.ts",
    'import { route } from "@/lib/contract"\nexport const x = route',
  ],
  ["lib-db-imports", "lib/db/bad-room.ts", 'import "@/lib/catalogue"'],
  ["lib-records-imports", "lib/records/bad-room.ts", 'import "@/lib/platform"'],
  ["lib-records-imports", "lib/records/bad-feature.ts", 'import "@/lib/server/views/service"'],
  ["lib-platform-imports", "lib/platform/bad-room.ts", 'import "@/lib/records"'],
  ["lib-session-imports", "lib/session/bad-room.ts", 'import "@/lib/client"'],
  ["lib-server-imports", "lib/server/bad-room.ts", 'import "@/lib/client"'],
  [
    "http-knows-no-feature",
    "lib/server/http/bad-feature.ts",
    'import { views } from "../views/service"\nexport const x = views',
  ],
  [
    "reads-know-no-feature",
    "lib/server/reads/bad-feature.ts",
    'import { views } from "../views/service"\nexport const x = views',
  ],
  [
    "features-meet-in-main",
    "lib/server/exports/bad-feature.ts",
    'import { views } from "../views/service"\nexport const x = views',
  ],
  [
    "components-imports",
    "components/reports/bad-room.tsx",
    'import "@/lib/server"\nexport const X = () => <b />',
  ],
  ["app-imports", "app/bad-room.tsx", 'import "@/lib/records"\nexport const X = () => <b />'],
  ["app-imports", "proxy.ts", 'import "@/lib/platform"'],
  ["service-imports", "service/bad-room.ts", 'import "@/lib/server"'],
  ["service-imports", "service/bad-relative.ts", 'import "../lib/session"'],
  ["scripts-imports", "scripts/bad-room.ts", 'import "@/components/ui/button"'],
  [
    "lib-catalogue-imports",
    "lib/catalogue/bad-type.ts",
    'import type { Key } from "@/lib/client"\nexport type X = Key',
  ],
  [
    "lib-client-imports",
    "lib/client/bad-inline-type.ts",
    'export type X = typeof import("@/lib/records")',
  ],
  [
    "lib-client-imports",
    "lib/client/bad-dynamic.ts",
    'export const load = () => import("@/lib/records")',
  ],
  [
    "lib-client-imports",
    "lib/client/bad-template.ts",
    "export const load = () => import(`@/lib/records`)",
  ],
  ["lib-client-imports", "lib/client/bad-export.ts", 'export { open } from "@/lib/records"'],
  ["lib-client-imports", "lib/client/bad-export-all.ts", 'export * from "@/lib/records"'],
  [
    "lib-client-imports",
    "lib/client/bad-require.ts",
    'export const store = require("@/lib/records")',
  ],
  ["room-unknown", "lib/helpers/index.ts", 'import "@/lib/catalogue"'],
  ["nothing-imports-app", "lib/server/bad-app.ts", 'import "@/app/page"'],
  ["nothing-imports-app", "service/bad-app.test.ts", 'import "@/app/page"'],
  ["nothing-imports-app", "e2e/bad-app.ts", 'import "@/app/page"'],
  [
    "components-own-folder",
    "components/kpis/bad-feature.tsx",
    'import "@/components/reports/report"',
  ],
  ["components-own-folder", "components/ui/bad-feature.tsx", 'import "../reports/report"'],
  ["catalogue-zod-only", "lib/catalogue/bad-package.ts", 'import "hono"'],
  ["catalogue-zod-only", "lib/catalogue/bad-core.ts", 'import "node:fs"'],
  ["connections-in-db-only", "service/bad-driver.ts", 'import pg from "pg"\nexport const x = pg'],
  [
    "connections-in-db-only",
    "lib/server/bad-driver-type.ts",
    'import type { Pool } from "pg"\nexport type X = Pool',
  ],
  [
    "recharts-in-charts-only",
    "components/reports/bad-chart.tsx",
    'import { Line } from "recharts"\nexport const X = () => <Line />',
  ],
  [
    "one-language-in-the-browser",
    "components/reports/bad-language.tsx",
    'import "@/lib/client/messages/de"\nexport const X = () => <b />',
  ],
  [
    "product-without-test-code",
    "service/bad-test-code.ts",
    'import "@/lib/catalogue/testing/samples"',
  ],
  ["product-without-development-packages", "service/bad-development.ts", 'import "fast-check"'],
  ["package-listed", "service/bad-package.ts", 'import "accepts"'],
  ["no-cycle", "service/bad-cycle.ts", 'import "./bad-other"'],
  [
    "no-cycle",
    "lib/client/bad-type-cycle.ts",
    'import type { Y } from "./bad-type-other"\nexport type X = Y',
  ],
  ["import-resolves", "service/bad-name.ts", 'import "@/lib/stroe"'],
  ["no-orphan", "service/bad-orphan.ts", "export const x = 1"],
]
const circles: Record<string, string> = {
  "service/bad-other.ts": 'import "./bad-cycle"',
  "lib/client/bad-type-other.ts": 'import type { X } from "./bad-type-cycle"\nexport type Y = X',
}

const folder = mkdtempSync(join(tmpdir(), "import-rules-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function plantTree(name: string, files: Record<string, string>): Promise<string> {
  const tree = join(folder, name)
  for (const [file, source] of Object.entries(files)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), `${source}\n`)
  }
  await symlink(join(root, "node_modules"), join(tree, "node_modules"))
  for (const file of ["package.json", "biome.json"]) await cp(join(root, file), join(tree, file))
  return tree
}

describe("the import rules", () => {
  let found: readonly string[] = []

  beforeAll(async () => {
    const bad = Object.fromEntries(planted.map(([, file, source]) => [file, source]))
    found = await violationsIn(await plantTree("bad", { ...clean, ...bad, ...circles }))
  })

  // rules: Rooms, Keepers
  it("hold in this project", async () => {
    expect(await violationsIn(root)).toEqual([])
  })

  it("hold in a tree where every room imports what it may", async () => {
    expect(await violationsIn(await plantTree("clean", clean))).toEqual([])
  })

  // rules: Rooms, Keepers
  it.each(planted)("report as %s the bad import of %s", (rule, file) => {
    expect(found.filter((line) => line.startsWith(`${rule}: ${file} → `))).toHaveLength(1)
  })

  it("report no file that keeps them", () => {
    const bad = [...planted.map(([, file]) => file), ...Object.keys(circles)]
    const blamed = found.map((line) => line.replace(/^.*: (.*) → .*$/, "$1"))
    expect(blamed.filter((file) => !bad.includes(file))).toEqual([])
  })
})

interface Diagnostic {
  readonly category: string
  readonly location: { readonly path: unknown }
}

/** The modules that a file imports at once although it has them loaded later, so that they are never late. */
function loadedTwice(source: string): string[] {
  const late = new Set([...source.matchAll(/import\("([^"]+)"\)/g)].map(([, module]) => module))
  const atOnce = [...source.matchAll(/^import (?!type\b)[^;]*?from "([^"]+)"/gm)]
  return atOnce.flatMap(([, module]) => (module && late.has(module) ? [module] : []))
}

describe("what is loaded later", () => {
  it("is imported at once by no screen that has it loaded", () => {
    const filesIn = (room: string) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => `${room}/${file}`)
    const screens = ["app", "components"].flatMap(filesIn)
    const found = screens.flatMap((file) =>
      loadedTwice(readFileSync(join(root, file), "utf8")).map((module) => `${file}: ${module}`),
    )
    expect(screens.length).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  it("is found where it is imported at once too, but not as a type", () => {
    const late = 'const List = later(() => import("./list").then((part) => part.List))'
    expect(loadedTwice(`import { a } from "./list"\n${late}`)).toEqual(["./list"])
    expect(loadedTwice(`import type { A } from "./list"\n${late}`)).toEqual([])
  })
})

describe("the environment", () => {
  const source = "export const port = process.env.PORT"

  // rules: Settings 1
  it("is read in the configuration modules, scripts and tests only", async () => {
    const allowed = [
      "service/config.ts",
      "lib/server/config.ts",
      "scripts/a.ts",
      "service/a.test.ts",
    ]
    const refused = [
      "service/app.ts",
      "lib/db/pool.ts",
      "lib/catalogue/a.ts",
      "components/ui/a.tsx",
      "app/page.tsx",
    ]
    const files = Object.fromEntries([...allowed, ...refused].map((file) => [file, source]))
    const tree = await plantTree("environment", files)
    const parameters = ["lint", "--vcs-enabled=false", "--reporter=json", "."]
    const { diagnostics } = JSON.parse(await outputOf(biome, parameters, tree))
    const blamed = diagnostics
      .filter(({ category }: Diagnostic) => category === "lint/style/noProcessEnv")
      .map(({ location }: Diagnostic) => JSON.stringify(location.path))
    for (const file of refused)
      expect(blamed.filter((path: string) => path.includes(file))).toHaveLength(1)
    expect(blamed).toHaveLength(refused.length)
  })
})
