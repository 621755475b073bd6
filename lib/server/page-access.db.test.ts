import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { everybody, readable, type Who } from "./testing/access-rules"
import { type AppFile, appFiles } from "./testing/app-folder"
import { type SignedIn, startSignedIn } from "./testing/ask-as"
import { plantedName } from "./testing/dashboard-in-process"
import { openPages, pageRules, type Visit } from "./testing/page-rules"

let dashboard: SignedIn
beforeAll(async () => {
  dashboard = await startSignedIn(inject("databaseUrl"))
})
afterAll(() => dashboard?.stop())

const pages = appFiles.filter(
  ({ kind, pattern }) => kind === "page" && !openPages.includes(pattern),
)

type Page = (props: object) => Promise<{ type: { name?: string }; props: object }>

/** Calls a page's function as this person, without `proxy.ts` and the layout. */
async function show(file: AppFile, { params, searchParams = {} }: Visit, who: Who) {
  const page = (await file.load())["default"] as Page
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(searchParams) }
  const before = dashboard.service.lines.length
  const { kind, text } = await dashboard
    .call(file.pattern, dashboard.cookies[who], () => page(props))
    .then(
      ({ type, props }) => ({
        kind: type.name === "NoPermission" ? "denied" : "shown",
        text: JSON.stringify(props),
      }),
      (error) => ({
        kind: `${error.digest}`.startsWith("NEXT_REDIRECT") ? "denied" : `${error}`,
        text: "",
      }),
    )
  return { kind, text, calls: dashboard.service.lines.length - before }
}

test("every page has a rule", () => {
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.map(({ pattern }) => pattern).filter((pattern) => !pageRules[pattern])).toEqual([])
})

test.each(pages.map((file) => [file.pattern, file] as const))(
  "%s shows data only to people with access and makes no calls for others",
  async (pattern, file) => {
    const wrong: string[] = []
    for (const visit of pageRules[pattern] ?? [])
      for (const who of everybody) {
        const { domain, roles } = visit
        const sees: readonly string[] = readable[who]
        const isOfRole = roles ? roles.some((role) => role === who) : who !== "nobody"
        const may = domain === undefined ? isOfRole : sees.includes(domain)
        const { kind, text, calls } = await show(file, visit, who)
        const secret = text.includes(plantedName) && !sees.includes("kpis")
        if (kind !== (may ? "shown" : "denied") || secret || (!may && calls > 0))
          wrong.push(`${who} ${JSON.stringify(visit.params)}: ${kind}, ${calls} calls, ${secret}`)
      }
    expect(wrong).toEqual([])
  },
)

test("the layout of all pages requires a session and shows only permitted names", async () => {
  const layout = appFiles.find(({ path }) => path === "(dashboard)/layout.tsx")
  if (!layout) throw new Error("The pages have no frame.")
  const visit = { params: {} }
  expect(await show(layout, visit, "nobody")).toMatchObject({ kind: "denied", calls: 0 })
  const frame = await show(layout, visit, "hr")
  expect(frame).toMatchObject({ kind: "shown", calls: 0 })
  expect(frame.text).not.toContain(plantedName)
  expect((await show(layout, visit, "analyst")).text).toContain(plantedName)
})
