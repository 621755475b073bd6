import { catalogue, listOperations, printPath, singleOperations } from "@/lib/catalogue"
import { hostilePaths } from "@/lib/server/testing/hostile-paths"
import { samplePath } from "@/lib/server/testing/sample-path"
import { urlForms } from "@/lib/server/testing/url-forms"
import { dashboardUrl, readWorkspace } from "./environment"
import { cookieOf, expect, mayRead, roles, test } from "./people"
import { type RawAnswer, requestRaw } from "./raw-request"
import { recordedCalls } from "./recorded"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"

const reads = [...listOperations(catalogue), ...singleOperations(catalogue)]

/** The answers on whose behalf the reporting API was asked. */
async function askedUpstream(answers: readonly RawAnswer[]): Promise<RawAnswer[]> {
  const requested = new Set((await recordedCalls()).map(({ requestId }) => requestId))
  return answers.filter(({ requestId }) => requestId !== undefined && requested.has(requestId))
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const own = new Set(catalogue.operations.map((operation) => `/api${samplePath(operation)}`))

/** What HTTP cannot carry, and what Next resolves to an operation's own path (`x/../`), is tested beside the pipeline. */
const isCarried = (path: string): boolean =>
  /^[!-~]+$/.test(path) &&
  !own.has(new URL(`/api/${path}`, dashboardUrl()).pathname.replace("//", "/"))

test("every operation answers nobody with 401, a foreign role with 403, and no other form of its path", async ({
  sessionOf,
}) => {
  const refused: RawAnswer[] = []
  for (const operation of reads) {
    const path = printPath(operation, await answeringPath(operation))
    const nobody = await requestRaw(`/api${path}`)
    expect({ path, status: nobody.status }).toEqual({ path, status: 401 })
    refused.push(nobody)
    for (const role of roles) {
      const headers = { cookie: cookieOf(await sessionOf(role)) }
      const answer = await requestRaw(`/api${path}`, { headers })
      const status = mayRead(role, operation.domain) ? 200 : 403
      expect({ role, path, status: answer.status }).toEqual({ role, path, status })
      if (status === 403) refused.push(answer)
    }
    const headers = { cookie: cookieOf(await sessionOf("admin")) }
    for (const [form, write] of Object.entries(urlForms)) {
      const answer = await requestRaw(`/api${write(path)}`, { headers })
      expect({ form, path, refused: answer.status >= 300 }).toEqual({ form, path, refused: true })
      refused.push(answer)
    }
  }
  expect(await askedUpstream(refused)).toEqual([])
})

test("200 hostile paths sent as written reach nothing, with an administrator's session", async ({
  sessionOf,
}) => {
  const headers = { cookie: cookieOf(await sessionOf("admin")) }
  const answers: RawAnswer[] = []
  const wrong: string[] = []
  const carried = hostilePaths(1000).filter(isCarried)
  for (const path of carried.filter((_, index) => index % 4 === 0).slice(0, 200)) {
    const answer = await requestRaw(`/api${path.startsWith("/") ? "" : "/"}${path}`, { headers })
    // Next itself fails on what cannot be decoded, before any code of the dashboard's runs.
    const most = isDecodable(path) ? 499 : 500
    if (answer.status < 300 || answer.status > most) wrong.push(`${answer.status} ${path}`)
    answers.push(answer)
  }
  expect(wrong).toEqual([])
  expect(answers).toHaveLength(200)
  expect(await askedUpstream(answers)).toEqual([])
})

/** Ways around a check in front of pages. */
const detours: readonly Readonly<Record<string, string>>[] = [
  {},
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-middleware-subrequest": "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-prefetch": "1", purpose: "prefetch" },
  { "x-nextjs-data": "1" },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-state-tree": "%5B%22%22%2C%7B%7D%5D" },
  { "x-original-url": "/signin", "x-rewrite-url": "/signin" },
  { cookie: "next-auth.session-token=admin; __Host-next-auth.session-token=admin" },
]

test("no detour around the check in front of pages shows nobody a page", async () => {
  const names = readWorkspace().entries.map(({ name }) => name)
  const [departments] = listOperations(catalogue).filter(({ id }) => id === "departments")
  if (!departments) throw new Error("There are no departments.")
  const rows = await answeringPath(departments)
  const page = reportUrl(departments, rows)
  const paths = [
    "/",
    "/figures",
    page,
    `${page}/`,
    `${page}?x=.png`,
    `/api/..${page}`,
    `/_next/..${page}`,
    `/./${page}`,
    `//localhost${page}`,
    "/reports/departments.txt",
    "/REPORTS/departments",
    "/data/content-post",
    "/figures/x.svg",
    "/healthz/../kpis",
    "/%6bpis",
  ]
  const answers: RawAnswer[] = []
  const shown: string[] = []
  for (const path of paths)
    for (const headers of detours) {
      const answer = await requestRaw(path, { headers })
      answers.push(answer)
      const leaked = names.filter((name) => answer.text.includes(name))
      if (leaked.length > 0 || /data-row|role="grid"/.test(answer.text))
        shown.push(`${answer.status} ${path} ${JSON.stringify(headers)} ${leaked}`)
    }
  expect(names.length).toBeGreaterThan(0)
  expect(shown).toEqual([])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await askedUpstream(answers)).toEqual([])
})

test("a page of another site reads nothing with a person's cookie", async ({ openAs }) => {
  const page = await openAs("admin")
  await page.route("http://evil.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>x</title>" }),
  )
  await page.goto("http://evil.test/")
  const address = `${dashboardUrl()}/api/v1.4/departments?limit=7`
  const read = await page.evaluate(
    (url) =>
      fetch(url, { credentials: "include" }).then(
        (answer) => answer.text(),
        () => "nothing",
      ),
    address,
  )
  expect(read).toBe("nothing")
  const followed = page.waitForResponse(address)
  await page.evaluate((url) => {
    location.href = url
  }, address)
  expect((await followed).status()).toBe(403)
})
