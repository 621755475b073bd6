import type { Page } from "@playwright/test"
import { expect } from "./people"

interface CopiedLists {
  readonly lists: readonly { readonly operation: string; readonly isComplete: boolean }[]
}

/** On a page of somebody who may read it: has a list without parameters copied, and waits for the end. */
export async function copyList(page: Page, operation: string): Promise<void> {
  const order = (body: string) =>
    fetch("/api/sync", {
      method: "POST",
      headers: { "content-type": "application/json", "x-requested-with": "dashboard" },
      body,
    }).then(({ status }) => status)
  const isCopied = async () => {
    const { lists } = await page.evaluate(
      async (): Promise<CopiedLists> => (await fetch("/api/sync")).json(),
    )
    return lists.some((list) => list.operation === operation && list.isComplete)
  }
  if (await isCopied()) return
  const body = JSON.stringify({ operation, parameters: {}, action: "start" })
  expect(await page.evaluate(order, body)).toBeLessThan(300)
  await expect.poll(isCopied, { timeout: 120_000 }).toBe(true)
  await page.reload()
}
