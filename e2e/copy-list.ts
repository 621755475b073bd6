import type { Page } from "@playwright/test"
import { expect } from "./people"

interface CopiedLists {
  readonly lists: readonly { readonly operation: string; readonly isComplete: boolean }[]
}

/** On an administrator's page: has a list without parameters copied, and waits for the end. A test beside this one may order it in the same moment. */
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
  expect([200, 202, 204, 409]).toContain(await page.evaluate(order, body))
  await expect.poll(isCopied, { timeout: 120_000 }).toBe(true)
  await page.reload()
}
