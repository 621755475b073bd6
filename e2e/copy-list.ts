import type { Page } from "@playwright/test"
import { expect } from "./people"

interface CopiedLists {
  readonly lists: readonly { readonly operation: string; readonly isComplete: boolean }[]
}

/** Runs in the page: has a list copied, and answers the status. */
export async function orderCopy(order: object): Promise<number> {
  const answer = await fetch("/api/sync", {
    method: "POST",
    headers: { "content-type": "application/json", "x-requested-with": "dashboard" },
    body: JSON.stringify({ action: "start", ...order }),
  })
  return answer.status
}

/** On an administrator's page: has a list without parameters copied, and waits for the end. A test beside this one may order it in the same moment. */
export async function copyList(page: Page, operation: string): Promise<void> {
  const isCopied = async () => {
    const { lists } = await page.evaluate(
      async (): Promise<CopiedLists> => (await fetch("/api/sync")).json(),
    )
    return lists.some((list) => list.operation === operation && list.isComplete)
  }
  if (await isCopied()) return
  expect(await page.evaluate(orderCopy, { operation, parameters: {} })).toBe(200)
  await expect.poll(isCopied, { timeout: 120_000 }).toBe(true)
  await page.reload()
}
