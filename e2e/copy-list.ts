import type { Page } from "@playwright/test"
import type { AnswerOf, answersContract } from "@/lib/contract"
import { expect } from "./people"

interface CopiedLists {
  readonly lists: readonly { readonly operation: string; readonly isComplete: boolean }[]
}

/** Runs in the page: orders the copy of a list and returns the status. */
export async function orderCopy(order: object): Promise<number> {
  const answer = await fetch("/api/sync", {
    method: "POST",
    headers: { "content-type": "application/json", "x-requested-with": "dashboard" },
    body: JSON.stringify({ action: "start", ...order }),
  })
  return answer.status
}

/**
 * On an administrator's page: copies a list without parameters and waits until it is complete. A
 * parallel test may order it at the same moment.
 */
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

/**
 * With automatic copies: waits until all lists that the person may read are copied, and reloads the
 * page.
 */
export async function untilAllCopied(page: Page): Promise<void> {
  const missing = async () => {
    const { lists } = await page.evaluate(
      async (): Promise<AnswerOf<typeof answersContract.readCopiedLists>> =>
        (await fetch("/api/answers")).json(),
    )
    return lists
      .filter(({ coverage: { whole, lists } }) => lists === 0 || whole < lists)
      .map(({ list }) => list)
  }
  await expect.poll(missing, { timeout: 900_000, intervals: [1000] }).toEqual([])
  await page.reload({ waitUntil: "networkidle" })
}
