import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test"
import sharp from "sharp"
import { signIn } from "@/e2e/people"
import { provideBrowser } from "../../browser"
import { root } from "../../root"
import type { Shutdown } from "../../shutdown"
import { startBrowserStack } from "../browser-stack"
import { pictureOf, type Theme, widths, windows } from "./pictures"
import { printIndex } from "./print-index"
import type { Screen } from "./screen"
import { listScreens } from "./screens"
import { findFault, waitUntilStill } from "./wait-until-still"

/**
 * The light pictures are part of the repository, with their index; the dark ones are taken on
 * request.
 */
const folders: Readonly<Record<Theme, string>> = {
  light: join(root, "docs", "screenshots"),
  dark: join(root, ".data", "screenshots", "dark"),
}

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

const openContext = (browser: Browser, colorScheme: Theme): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: process.env["E2E_URL"] ?? "",
    colorScheme,
    viewport: windows.wide,
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    reducedMotion: "reduce",
  })

/** Reduces a PNG to at most 256 colours, a third of the size. */
const reduceColours = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).png({ palette: true, dither: 0, compressionLevel: 9 }).toBuffer()

/**
 * Resizes in two steps: an open popup follows its button when the window changes, but not when the
 * page then changes its layout.
 */
async function resize(page: Page, { width, height }: { width: number; height: number }) {
  for (const step of [width + 1, width]) {
    await page.setViewportSize({ width: step, height })
    await waitUntilStill(page)
  }
}

/** Loads a page once and takes its picture in every window size; returns what is wrong with it. */
async function takeScreen(page: Page, screen: Screen, folder: string): Promise<string | undefined> {
  await page.setViewportSize(windows.wide)
  const answer = await page.goto(screen.path, { waitUntil: "load" })
  if (!answer?.ok()) return `is answered ${answer?.status()}`
  await waitUntilStill(page)
  await screen.act?.(page)
  await page.mouse.move(0, 0)
  for (const width of widths) {
    await resize(page, windows[width])
    const fault = await findFault(page)
    if (fault) return fault
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" })
    writeFileSync(join(folder, pictureOf(screen, width)), await reduceColours(picture))
  }
  return undefined
}

const describeFailure = (error: unknown) =>
  `could not be taken: ${error instanceof Error ? error.message : String(error)}`

const personOf = ({ person = "admin" }: Screen) => person

interface Sitting {
  readonly person: ReturnType<typeof personOf>
  readonly screens: readonly Screen[]
  readonly folder: string
  readonly theme: Theme
}

/** Takes all pictures of one role; returns what is wrong, one line each. */
async function takeAs(browser: Browser, { person, screens, folder, theme }: Sitting) {
  const context = await openContext(browser, theme)
  const page = await context.newPage()
  const faults: string[] = []
  page.on("pageerror", ({ message }) => faults.push(`${page.url()} threw: ${message}`))
  await signIn(page, person)
  for (const screen of screens.filter((one) => personOf(one) === person)) {
    const fault = await takeScreen(page, screen, folder).catch(describeFailure)
    if (fault) faults.push(`${screen.name} (${screen.path}) ${fault}`)
  }
  await context.close()
  return faults
}

export interface ScreenshotOptions {
  readonly theme: Theme
  /** Takes only pages whose name contains one of these; all others keep their pictures. */
  readonly only?: readonly string[] | undefined
}

/**
 * Takes pictures of the listed pages in a theme, wide and narrow, from its own stack with demo
 * data; returns their number and folder. Throws a line for every page with an error.
 */
export async function takeScreenshots(
  shutdown: Shutdown,
  { theme, only }: ScreenshotOptions,
): Promise<{ readonly count: number; readonly folder: string }> {
  const folder = folders[theme]
  const stack = shutdown.add(
    await startBrowserStack({ demoScale: 0.1, rateLimit: 100, copyBudget: 90, hasNames: true }),
  )
  Object.assign(process.env, stack.environment)
  const all = await listScreens()
  const screens = all.filter(({ name }) => !only || only.some((part) => name.includes(part)))
  if (screens.length === 0) throw new Error(`No page's name contains ${only?.join(" or ")}.`)
  const browser = await openChromium(shutdown)
  if (!only) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.log(`Taking ${screens.length} ${theme} pages, each ${widths.join(" and ")} …`)
  const faults: string[] = []
  for (const person of new Set(screens.map(personOf)))
    faults.push(...(await takeAs(browser, { person, screens, folder, theme })))
  if (faults.length > 0)
    throw new Error(`Some pages are not as they should be:\n${faults.join("\n")}`)
  if (theme === "light") writeFileSync(join(folder, "README.md"), printIndex(all))
  return { count: screens.length * widths.length, folder }
}
