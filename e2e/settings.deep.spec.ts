import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { type BrowserContext, test as base, type Page, type Request } from "@playwright/test"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { workspaceFile } from "./environment"
import { download } from "./export-page"
import { expect, type Role, signIn, test } from "./people"
import { recordedCalls } from "./recorded"
import { reportUrl } from "./report-page"
import { readAll } from "./service-api"
import {
  act,
  addEntry,
  bring,
  entryRow,
  fillEntry,
  openEntryForm,
  readFaults,
  saveEntry,
  takeAway,
} from "./settings-page"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

interface Named {
  readonly id: string
  readonly name: string
}
interface WorkspaceFile {
  readonly dataSets: readonly Named[]
  readonly contentModules: readonly (Named & { readonly posts: readonly Named[] })[]
}

const unknownId = "00000000-0000-4000-8000-000000000001"
const otherId = "00000000-0000-4000-8000-000000000002"

/** The demo data's workspace file without its last data set, which the platform still has. */
function splitFile() {
  const whole = JSON.parse(readFileSync(workspaceFile(), "utf8")) as WorkspaceFile
  const [spare] = whole.dataSets.slice(-1)
  const [first] = whole.dataSets
  if (!spare || !first || spare === first) throw new Error("The demo data has too few data sets.")
  return { file: { ...whole, dataSets: whole.dataSets.slice(0, -1) }, spare, first }
}

test.describe("the settings", () => {
  test.describe.configure({ mode: "serial" })
  let dashboard: OwnDashboard
  let parts: ReturnType<typeof splitFile>
  const contexts = new Map<Role, BrowserContext>()

  base.beforeAll(async ({ browser }) => {
    parts = splitFile()
    dashboard = await startOwnDashboard()
    writeFileSync(dashboard.workspaceFile, JSON.stringify(parts.file))
    const enter = async (role: Role) => {
      const context = await browser.newContext({ baseURL: dashboard.url })
      contexts.set(role, context)
      const page = await context.newPage()
      await signIn(page, role)
      await page.close()
    }
    await Promise.all((["admin", "hr", "analyst"] as const).map(enter))
  })
  base.afterAll(async () => {
    for (const context of contexts.values()) await context.close()
    await dashboard?.stop()
  })

  async function open(role: Role, path: string): Promise<Page> {
    const context = contexts.get(role)
    if (!context) throw new Error(`${role} is not signed in.`)
    const page = await context.newPage()
    await page.goto(path)
    return page
  }
  const openSettings = () => open("admin", "/settings")
  const reads = (name: string) =>
    open("analyst", "/figures").then(async (page) => {
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible()
      const found = await page.getByRole("main").getByRole("link", { name }).count()
      await page.close()
      return found > 0
    })
  const read = (page: Page, path: string) =>
    page.request.get(path).then(async (answer) => JSON.stringify(await answer.json()))

  // rules: What no endpoint tells 3
  test("name a data set, check it with one call, rename it, show it to others and remove it", async () => {
    const { spare, first } = parts
    const page = await openSettings()
    const calls = async () =>
      (await recordedCalls()).filter(({ path }) =>
        path.endsWith(`/dataSets/${spare.id}/dataPoints?limit=1`),
      ).length
    await openEntryForm(page, "Data set")
    const dialog = await fillEntry(page, { Id: "12", Name: " " })
    await expect(dialog.getByText(/^This is not an id/)).toBeVisible()
    await expect(dialog.getByText("Enter a name.")).toBeVisible()
    await fillEntry(page, { Id: first.id, Name: "Twice" })
    await expect(dialog.getByRole("alert")).toContainText(
      "This id already has a name in the workspace.",
    )
    await saveEntry(page, { Id: ` ${spare.id.toUpperCase()} `, Name: "Overtime", Unit: "h" })
    await expect(entryRow(page, "Overtime")).toContainText("in hAdded here")
    expect(await calls()).toBe(0)
    await act(page, "Overtime", "Check")
    await expect(entryRow(page, "Overtime")).toContainText("Exists")
    expect(await calls()).toBe(1)
    await act(page, "Overtime", "Rename")
    await saveEntry(page, { Name: "Extra hours" })
    await expect(entryRow(page, "Extra hours")).toBeVisible()
    expect(await reads("Extra hours")).toBe(true)
    await takeAway(page, "Extra hours", "Remove")
    await expect(entryRow(page, "Extra hours")).toHaveCount(0)
    expect(await reads("Extra hours")).toBe(false)
    await page.close()
  })

  test("report that the platform does not know a module, and remove it with its entries", async () => {
    const page = await openSettings()
    await addEntry(page, "Content module", { Id: unknownId, Name: "Old news" })
    await expect(entryRow(page, "Old news")).toBeVisible()
    await act(page, "Old news", "Check")
    await expect(entryRow(page, "Old news")).toContainText("Not found")
    await act(page, "Old news", "Add: Post")
    await expect(page.getByRole("dialog")).toContainText("Post in Old news")
    await saveEntry(page, { Id: otherId, Name: "First post" })
    await page.getByRole("button", { name: "Show what is in Old news" }).click()
    await expect(entryRow(page, "First post")).toContainText("Added here")
    expect(await takeAway(page, "Old news", "Remove")).toContain("The entry below it is removed")
    await expect(entryRow(page, "Old news")).toHaveCount(0)
    await page.close()
  })

  test("hide an entry of the file for everyone and show it again, rename it and restore its name", async () => {
    const { name } = parts.first
    const page = await openSettings()
    await takeAway(page, name, "Hide")
    await expect(entryRow(page, name)).toContainText("Hidden")
    expect(await reads(name)).toBe(false)
    await entryRow(page, name).getByRole("button", { name: "Show again" }).click()
    await expect(entryRow(page, name)).not.toContainText("Hidden")
    expect(await reads(name)).toBe(true)
    await act(page, name, "Rename")
    await saveEntry(page, { Name: "Renamed figures" })
    await expect(entryRow(page, "Renamed figures")).toContainText("Renamed here")
    const isPatch = (request: Request) => request.method() === "PATCH"
    await page.route("**/api/workspace", (route) =>
      isPatch(route.request()) ? route.abort() : route.fallback(),
    )
    await act(page, "Renamed figures", "Use the file’s name")
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
    await page.unrouteAll()
    await act(page, "Renamed figures", "Use the file’s name")
    await expect(entryRow(page, name)).toBeVisible()
    await page.close()
  })

  const openImport = async (page: Page, words = "Import") => {
    await page.getByRole("button", { name: words, exact: true }).click()
    return page.getByRole("dialog")
  }
  const faultyFile = JSON.stringify({
    dataSets: [
      { id: unknownId, name: "Good" },
      { id: "12", name: " " },
      { id: unknownId.toUpperCase(), name: "Again" },
      { id: otherId, name: "x".repeat(201), colour: "red" },
    ],
    modules: [],
  })

  test("report each faulty entry of an import and change nothing, also in German and Danish", async () => {
    const page = await openSettings()
    const before = await read(page, "/api/workspace")
    const told = {
      en: ["is not an id; ids have the form 8-4-4-4-12", "must not be blank", "is not known here"],
      de: ["ist keine ID; IDs haben die Form 8-4-4-4-12", "darf nicht leer sein", "nicht bekannt"],
      da: ["er ikke et id; id’er har formen 8-4-4-4-12", "må ikke være tomt", "er ikke kendt her"],
    }
    const imports = { en: "Import", de: "Importieren", da: "Importér" }
    for (const locale of ["de", "da", "en"] as const) {
      await page.context().addCookies([{ name: "locale", value: locale, url: dashboard.url }])
      await page.reload()
      const dialog = await openImport(page, imports[locale])
      await bring(dialog, "workspace.json", faultyFile)
      const faults = await readFaults(dialog)
      expect(faults.map((fault) => fault.split(": ")[0])).toEqual([
        "dataSets[1].id",
        "dataSets[1].name",
        "dataSets[3].name",
        "dataSets[3].colour",
        "modules",
      ])
      for (const words of told[locale]) expect(faults.join("\n")).toContain(words)
    }
    const dialog = page.getByRole("dialog")
    await expect(dialog.getByRole("status")).toHaveText(
      "The file has 5 errors. Nothing was changed.",
    )
    await bring(dialog, "notes.json", "{")
    await expect(dialog.getByRole("alert")).toHaveText("notes.json is not JSON.")
    expect(await read(page, "/api/workspace")).toBe(before)
    await page.close()
  })

  test("import a file without faults, and export a file that can be imported again unchanged", async () => {
    const { first } = parts
    const page = await openSettings()
    const dialog = await openImport(page)
    await bring(
      dialog,
      "more.json",
      JSON.stringify({
        dataSets: [
          { id: unknownId, name: "Sick days", unit: "d" },
          { id: first.id, name: "First figures" },
        ],
        calendarModules: [
          { id: otherId, name: "Rooms", calendars: [{ id: unknownId, name: "Board" }] },
        ],
      }),
    )
    await expect(dialog.getByText("3 added, 1 renamed, none unchanged.")).toBeVisible()
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click()
    await expect(entryRow(page, "First figures")).toContainText("Renamed here")
    expect(await reads("Sick days")).toBe(true)

    const save = () =>
      download(page, () => page.getByRole("link", { name: "Export", exact: true }).click())
    const saved = await save()
    expect(saved.name).toBe("workspace.json")
    const exported = JSON.parse(saved.bytes.toString()) as WorkspaceFile
    expect(exported.dataSets).toContainEqual({ id: unknownId, name: "Sick days", unit: "d" })
    expect(exported.contentModules).toEqual(parts.file.contentModules)
    const again = await openImport(page)
    await bring(again, saved.name, saved.bytes.toString())
    await expect(again.getByRole("status")).toHaveText(/^None added, none renamed, \d+ unchanged/)
    await again.getByRole("button", { name: "Close", exact: true }).last().click()
    expect((await save()).sha256).toBe(saved.sha256)
    await page.close()
  })

  test("import user names, report each faulty line, and show the names in a report's cells", async () => {
    const operation = findOperation(catalogue, "question-participations") as ListOperation
    const id = `${(await readAll(operation, {}, "limit=1000"))[0]?.["userId"]}`
    const page = await openSettings()
    await page.getByRole("tab", { name: "User names" }).click()
    const card = page.getByRole("region", { name: "Names of users" })
    const good = `id,name\r\n${id},"Holm, Ane"\r\n`
    await card.getByRole("button", { name: "Upload a file" }).click()
    const dialog = page.getByRole("dialog", { name: "Names of users" })
    await bring(dialog, "names.csv", `${good}12,Nobody\r\n${unknownId},\r\n${id},Twice\r\n`)
    expect(await readFaults(dialog)).toEqual([
      "Line 3: The id is not valid; ids have the form 8-4-4-4-12",
      "Line 4: The name is blank",
      "Line 5: The id is the same as in line 2",
    ])
    await expect(dialog).toContainText("Nothing was changed.")
    const stored = await page.request.get("/api/names/users")
    expect(await stored.json()).toMatchObject({ count: 0 })
    await bring(dialog, "names.csv", good)
    await dialog.getByRole("button", { name: "Save 1 name", exact: true }).click()
    await expect(dialog).toContainText("1 name is in use.")
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click()
    await expect(card.getByText("1 name", { exact: true })).toBeVisible()
    await expect(card).toContainText("Uploaded")

    const report = await open("hr", reportUrl(operation, {}, `userId=${id}`))
    const cell = report.locator("[data-row='0'] [data-field=userId]")
    await expect(cell).toContainText("Holm, Ane")
    await cell.click()
    await expect(report.getByRole("dialog")).toContainText("Holm, Ane")
    await card.getByRole("button", { name: "Remove all" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove all" }).click()
    await expect(card).toContainText("No names yet.")
    await report.reload()
    await expect(cell).toContainText(id.slice(0, 8))
    await report.close()
    await page.close()
  })

  // rules: A report page 6
  test("show an analyst only the names of departments' managers", async () => {
    const operation = findOperation(catalogue, "departments") as ListOperation
    const departments = await readAll(operation, {}, "limit=100")
    const { id, managerUserId } = departments.find((each) => each["managerUserId"]) ?? {}
    const page = await openSettings()
    await page.getByRole("tab", { name: "User names" }).click()
    const card = page.getByRole("region", { name: "Names of users" })
    const names = `id,name\r\n${managerUserId},"Vig, Per"\r\n${unknownId},"Holm, Ane"\r\n`
    await card.getByRole("button", { name: "Upload a file" }).click()
    const dialog = page.getByRole("dialog", { name: "Names of users" })
    await bring(dialog, "names.csv", names)
    await dialog.getByRole("button", { name: "Save 2 names", exact: true }).click()
    await expect(dialog).toContainText("2 names are in use.")
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click()

    const department = await open("analyst", `/organisation/${id}`)
    await expect(department.getByRole("main")).toContainText("Vig, Per")
    const found = await department.evaluate(
      async (json) => {
        const answer = await fetch("/api/names/users/lookup", {
          method: "POST",
          headers: { "x-requested-with": "dashboard", "content-type": "application/json" },
          body: JSON.stringify(json),
        })
        return (await answer.json()).names
      },
      { ids: [managerUserId, unknownId] },
    )
    expect(found).toEqual({ [`${managerUserId}`]: "Vig, Per" })
    await department.close()
    await card.getByRole("button", { name: "Remove all" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove all" }).click()
    await expect(card).toContainText("No names yet.")
    await page.close()
  })

  // rules: What no endpoint tells 3
  test("are for administrators: others see which permission is missing, and can change nothing", async () => {
    for (const role of ["hr", "analyst"] as const) {
      const page = await open(role, "/settings")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("No access")
      await expect(page.getByText("workspace:write")).toBeVisible()
      await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0)
      for (const path of ["/api/workspace", "/api/workspace/export", "/api/names/users"])
        expect((await page.request.get(path)).status()).toBe(403)
      const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
      const put = await page.request.put("/api/workspace", { headers, data: "{}" })
      expect(put.status()).toBe(403)
      await page.close()
    }
  })

  // rules: What no endpoint tells 2
  test("report errors in the server's file, as does every page that lacks its names", async () => {
    const { file, spare } = parts
    writeFileSync(
      dashboard.workspaceFile,
      JSON.stringify({ ...file, colours: [], dataSets: [{ id: "12", name: "Sales" }] }),
    )
    const notice = (page: Page) =>
      page
        .getByRole("main")
        .getByRole("alert")
        .filter({ hasText: "The workspace file has 2 errors" })
    const paths = { hr: ["/", "/data", "/data/content-post", "/reports/content-posts"] }
    for (const path of paths.hr) {
      const page = await open("hr", path)
      await expect(notice(page)).toContainText("tell an administrator")
      await expect(notice(page).getByRole("link")).toHaveCount(0)
      await page.close()
    }
    const charts = await open("admin", "/figures")
    await notice(charts).getByRole("link", { name: "Go to the settings" }).click()
    await expect(charts).toHaveURL(/\/settings$/)
    expect(await readFaults(charts.getByRole("main"))).toEqual([
      "dataSets[0].id: is not an id; ids have the form 8-4-4-4-12",
      "colours: is not known here",
    ])
    await charts.goto(`/figures/${spare.id}`)
    await expect(charts.getByRole("heading", { level: 1 })).toHaveText(spare.id.slice(0, 8))
    await charts.goto("/reports/departments")
    await expect(charts.locator("[data-row='0']")).toBeVisible()
    await expect(notice(charts)).toHaveCount(0)

    rmSync(dashboard.workspaceFile)
    writeFileSync(dashboard.workspaceFile, JSON.stringify(file))
    await charts.goto("/figures")
    await expect(notice(charts)).toHaveCount(0)
    await expect(charts.getByRole("link", { name: parts.first.name })).toHaveCount(0)
    await expect(charts.getByRole("link", { name: "First figures" })).toBeVisible()
    await charts.close()
  })
})
