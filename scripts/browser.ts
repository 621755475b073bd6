import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { root } from "./root"

/** A Chromium that starts, with the environment variables that it needs. */
export interface Browser {
  readonly executablePath: string
  readonly environment: Readonly<Record<string, string>>
}

// A Chromium whose binary and libraries are inside an npm package, for Linux machines without one.
const packaged = "@sparticuz/chromium@147.0.0"

const onPath = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
]
const wellKnown = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/** Whether it draws a page: without its libraries or fonts it may still print its version. */
async function works(executablePath: string, environment: Browser["environment"] = {}) {
  if (!existsSync(executablePath)) return false
  try {
    const env = { ...process.env, ...environment } as Record<string, string>
    const args = ["--disable-gpu", "--disable-background-networking"]
    const browser = await chromium.launch({ executablePath, env, args, timeout: 60_000 })
    const page = await browser.newPage()
    await page.setContent("<button>drawn</button>", { timeout: 30_000 })
    await page.screenshot({ timeout: 30_000 })
    await browser.close()
    return true
  } catch {
    return false
  }
}

async function findInstalled(): Promise<Browser | undefined> {
  const folders = (process.env["PATH"] ?? "").split(":")
  const candidates = [
    process.env["CHROMIUM_PATH"] ?? "",
    ...onPath.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...wellKnown,
  ]
  for (const executablePath of candidates)
    if (executablePath && (await works(executablePath))) return { executablePath, environment: {} }
  return undefined
}

async function findDownloaded(): Promise<Browser | undefined> {
  const executablePath = chromium.executablePath()
  return (await works(executablePath)) ? { executablePath, environment: {} } : undefined
}

/** The package's fonts, and the machine's if it has some. */
const printFontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`

async function unpackPackaged(): Promise<Browser | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined
  const folder = join(root, ".data", "browser")
  const environment = {
    LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
    FONTCONFIG_FILE: join(folder, "fonts.conf"),
  }
  const executablePath = join(folder, "chromium")
  if (await works(executablePath, environment)) return { executablePath, environment }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n')
  console.log("Fetching a Chromium for the browser tests (once) …")
  spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", packaged], {
    cwd: folder,
    stdio: "ignore",
  })
  const unpack = 'await (await import("@sparticuz/chromium")).default.executablePath()'
  spawnSync(process.execPath, ["--input-type=module", "-e", unpack], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" },
    stdio: "ignore",
  })
  writeFileSync(environment.FONTCONFIG_FILE, printFontSettings(folder))
  return (await works(executablePath, environment)) ? { executablePath, environment } : undefined
}

async function download(): Promise<Browser | undefined> {
  spawnSync("npx", ["playwright", "install", "chromium"], {
    cwd: root,
    stdio: "inherit",
    timeout: 300_000,
  })
  return findDownloaded()
}

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, an installed one, or one downloaded for the
 * project; throws with instructions if there is none.
 */
export async function provideBrowser(): Promise<Browser> {
  const browser =
    (await findInstalled()) ??
    (await findDownloaded()) ??
    (await unpackPackaged()) ??
    (await download())
  if (browser) return browser
  throw new Error(
    "No Chromium could be found or fetched for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.",
  )
}
