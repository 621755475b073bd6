import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "@/scripts/free-port"
import { root } from "@/scripts/root"
import { embeddedSettings, startDashboardProcess } from "@/scripts/stack"
import { createDatabases } from "./create-databases"
import { serviceUrl } from "./environment"
import { expect, test } from "./people"

const sources = [
  "app",
  "components",
  "lib",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
]

/**
 * Starts the development dashboard on a copy of its sources inside the project, where its packages
 * are found.
 */
async function startOnCopy() {
  const folder = mkdtempSync(join(root, ".data", "development-"))
  for (const source of sources)
    cpSync(join(root, source), join(folder, source), { recursive: true })
  const [databaseUrl = ""] = await createDatabases(["development"])
  const port = await findFreePort()
  const child = await startDashboardProcess({
    directory: join(folder, ".data"),
    folder,
    host: "127.0.0.1",
    port,
    development: true,
    environment: {
      ...embeddedSettings(Number(new URL(serviceUrl()).port)),
      DATABASE_URL: databaseUrl,
    },
  })
  return {
    url: `http://localhost:${port}`,
    edit(path: string, from: string, to: string) {
      const file = join(folder, path)
      const source = readFileSync(file, "utf8")
      expect(source).toContain(from)
      writeFileSync(file, source.replace(from, to))
    },
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test("in development, edits of the contract, the backend and a page show without a restart", async ({
  page,
}) => {
  test.slow()
  const { url, edit, stop } = await startOnCopy()
  const read = async (path: string) => (await fetch(`${url}${path}`)).text()
  const readViews = () => read("/api/views")
  try {
    await expect.poll(readViews).toContain("Sign in and try again.")
    for (const word of ["Once", "Twice"]) {
      edit("lib/contract/problems.ts", "Sign in and try", `${word}: Sign in and try`)
      await expect.poll(readViews).toContain(`${word}: `)
    }
    const readSession = () => read("/api/session")
    expect(await readSession()).toContain('"isUnconfirmed":false')
    edit(
      "lib/server/sessions/routes.ts",
      "session: null, isUnconfirmed: false",
      "session: null, isUnconfirmed: true",
    )
    await expect.poll(readSession).toContain('"isUnconfirmed":true')
    await page.goto(`${url}/signin`)
    await expect(page.getByText("Sign in with your company account")).toBeVisible()
    edit("lib/client/messages/en/signin.json", "Sign in with your", "Come in with your")
    await expect(page.getByText("Come in with your company account")).toBeVisible()
  } finally {
    await stop()
  }
})
