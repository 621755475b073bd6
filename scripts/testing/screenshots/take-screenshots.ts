import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium } from "@playwright/test"
import { signIn } from "@/e2e/people"
import { provideBrowser } from "../../browser"
import type { Shutdown } from "../../shutdown"
import { startBrowserStack } from "../browser-stack"
import { type Look, looks, pictureOf, windows } from "./pictures"
import { printIndex } from "./print-index"
import { reduceColours } from "./reduce-colours"
import { listScreens, type Screen } from "./screens"

async function openChromium(shutdown: Shutdown): Promise<Browser> {
  const { executablePath, environment } = await provideBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
  })
  shutdown.add({ stop: () => browser.close() })
  return browser
}

/** Every page in one look, by somebody who has just signed in; the sign-in page before that. */
async function takeLook(browser: Browser, look: Look, screens: readonly Screen[], folder: string) {
  const context = await browser.newContext({
    baseURL: process.env["E2E_URL"] ?? "",
    viewport: windows[look.width],
    colorScheme: look.theme,
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  for (const screen of screens) {
    await page.goto(screen.path, { waitUntil: "networkidle" })
    await page.evaluate(() => document.fonts.ready)
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" })
    writeFileSync(join(folder, pictureOf(screen, look)), reduceColours(picture))
    if (screen.route === "signin") await signIn(page, "admin")
  }
  await context.close()
}

/** Pictures of every page in both themes, wide and narrow, from a stack of their own with demo data; answers how many. */
export async function takeScreenshots(shutdown: Shutdown, folder: string): Promise<number> {
  const stack = shutdown.add(await startBrowserStack())
  Object.assign(process.env, stack.environment)
  const screens = await listScreens()
  const browser = await openChromium(shutdown)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.log(`Taking ${screens.length} pages in ${looks.length} looks …`)
  await Promise.all(looks.map((look) => takeLook(browser, look, screens, folder)))
  writeFileSync(join(folder, "README.md"), printIndex(screens))
  return screens.length * looks.length
}
