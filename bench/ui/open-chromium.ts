import { type Browser, chromium } from "@playwright/test"
import { provideBrowser } from "@/scripts/browser"
import type { SuiteContext } from "../suite"

/** Starts a headless Chromium. */
export async function openChromium({ keep }: SuiteContext): Promise<Browser> {
  const { executablePath, environment } = await provideBrowser()
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    args: [...(asRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
  })
  keep({ stop: () => browser.close() })
  return browser
}

/** The window size for compared pages, in pixels. */
export const viewport = { width: 1440, height: 900 }
