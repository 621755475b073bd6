import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"

export const colorSchemes = ["light", "dark"] as const

/** The axe rules that depend on the colour scheme. */
const colorRules = ["color-contrast", "link-in-text-block"]

/**
 * Serious axe findings on the page or a part of it: by all rules in light, by the colour rules in
 * dark.
 */
export async function findSerious(
  page: Page,
  colorScheme: (typeof colorSchemes)[number],
  part?: string,
): Promise<string[]> {
  // Sandboxed frames run no scripts, not even axe's.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude("iframe")
  const options = { resultTypes: ["violations"] } satisfies Parameters<typeof axe.options>[0]
  axe.options(colorScheme === "dark" ? { ...options, runOnly: colorRules } : options)
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)
}

/** By how many pixels the page is wider than its window, after two frames. */
export const findOverflow = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

/** Collects a page's script errors, console errors and policy violations from now on. */
export async function listenForComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on("pageerror", ({ message }) => complaints.push(`thrown: ${message}`))
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`)
  })
  await page.exposeFunction("complain", (text: string) => complaints.push(text))
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event
      const { complain } = window as unknown as { complain: (text: string) => void }
      complain(`policy: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
    })
  })
  return complaints
}
