import { setTimeout } from "node:timers/promises"
import type { APIRequestContext, Browser, BrowserContext, Response } from "@playwright/test"
import { findFault, type SeenAnswer } from "@/lib/contract/testing/check-answer"
import { recorderUrl, serviceUrl } from "./environment"

/**
 * Checks the responses that a worker's browsers and request contexts receive against the
 * description of our own API.
 */
export interface AnswerWatch {
  watch(context: BrowserContext): void
  watchRequests(requests: APIRequestContext): void
  /**
   * Resolves once all responses seen are checked, or after two seconds: a response may never end.
   */
  settle(): Promise<void>
  /** The faults found since the last call, each once. */
  takeFaults(): Promise<string[]>
}

/**
 * Whether our description covers a URL: next-auth's responses are its own, and the platform's API
 * has its own description.
 */
function isDescribed({ origin, pathname }: URL): boolean {
  if (!pathname.startsWith("/api/")) return false
  if (pathname.startsWith("/api/auth/")) return pathname === "/api/auth/end-session"
  return origin !== serviceUrl() && origin !== recorderUrl()
}

/** A response that a test fulfils itself has no server. */
const isFulfilled = async (response: Response) => (await response.serverAddr()) === null

/** Undefined if the page is closed or the document replaced meanwhile. */
const ifThere = <T>(value: Promise<T>): Promise<T | undefined> => value.catch(() => undefined)

function seenAnswer(method: string, url: URL, answer: Pick<Response, "status" | "headers">) {
  return {
    method,
    path: url.pathname,
    status: answer.status(),
    headers: new Headers(answer.headers()),
  }
}

export function watchAnswers(browser: Browser): AnswerWatch {
  const faults = new Set<string>()
  const pending = new Set<Promise<void>>()

  function check(answer: SeenAnswer | Promise<SeenAnswer | undefined>) {
    const checked = Promise.resolve(answer)
      .then((seen) => seen && findFault(seen))
      .catch((error: unknown) => `${error}`)
      .then((fault) => void (fault && faults.add(fault)))
      .finally(() => pending.delete(checked))
    pending.add(checked)
  }

  async function seenByPage(response: Response, url: URL): Promise<SeenAnswer | undefined> {
    if ((await ifThere(isFulfilled(response))) !== false) return undefined
    const seen = seenAnswer(response.request().method(), url, response)
    return { ...seen, readText: () => ifThere(response.text()) }
  }

  const watch: AnswerWatch = {
    watch(context) {
      context.on("response", (response) => {
        const url = new URL(response.url())
        if (isDescribed(url)) check(seenByPage(response, url))
      })
      watch.watchRequests(context.request)
    },
    watchRequests(requests) {
      const send = requests.fetch.bind(requests)
      requests.fetch = async (requested, options) => {
        const answer = await send(requested, options)
        const url = new URL(answer.url())
        const method =
          options?.method ?? (typeof requested === "string" ? "GET" : requested.method())
        if (isDescribed(url))
          check({
            ...seenAnswer(method.toUpperCase(), url, answer),
            readText: () => ifThere(answer.text()),
          })
        return answer
      }
    },
    settle: () =>
      Promise.race([
        Promise.all(pending).then(() => {}),
        setTimeout(2000, undefined, { ref: false }),
      ]),
    async takeFaults() {
      await watch.settle()
      const found = [...faults]
      faults.clear()
      return found
    },
  }
  for (const context of browser.contexts()) watch.watch(context)
  browser.on("context", watch.watch)
  return watch
}
