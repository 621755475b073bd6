import type { BrowserContext, Page, Response } from "@playwright/test"

/** A secret that must not reach a browser, and what it is. */
export interface Canary {
  readonly name: string
  readonly value: string
}

/** Where a canary was found. */
export interface Leak {
  readonly canary: string
  readonly place: string
}

const encodings: readonly ((value: string) => string)[] = [
  (value) => value,
  encodeURIComponent,
  (value) => JSON.stringify(value).slice(1, -1),
  (value) => value.replaceAll("/", "\\u002F"),
  (value) => value.replaceAll("/", "\\/"),
  (value) => value.replaceAll(":", "&#58;"),
]

/** A text's base64 forms wherever it starts within a longer encoded text: the characters that do not depend on its neighbours. */
function base64Cores(value: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]).toString("base64")
    const core = encoded.replace(/=+$/, "").slice(shift === 0 ? 0 : shift + 1, -1)
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")]
  })
}

interface Forms {
  readonly inAnyCase: readonly string[]
  readonly exact: readonly string[]
}

const knownForms = new Map<string, Forms>()

/** What to look for in place of a value, each form once. */
function formsOf(value: string): Forms {
  const known = knownForms.get(value)
  if (known) return known
  const forms = {
    inAnyCase: [...new Set(encodings.map((encode) => encode(value).toLowerCase()))],
    exact: [...new Set(base64Cores(value))],
  }
  knownForms.set(value, forms)
  return forms
}

/** The canaries that a text holds, plain or in a usual encoding. */
export function findLeaks(place: string, text: string, canaries: readonly Canary[]): Leak[] {
  const lower = text.toLowerCase()
  return canaries
    .filter(({ value }) => {
      const { inAnyCase, exact } = formsOf(value)
      return (
        inAnyCase.some((form) => lower.includes(form)) || exact.some((form) => text.includes(form))
      )
    })
    .map(({ name }) => ({ canary: name, place }))
}

/** Every database and every cache of a page's origin, as text; runs in the page. */
async function readDatabases(): Promise<string> {
  const texts: unknown[] = []
  for (const { name = "" } of await indexedDB.databases()) {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    for (const store of opened.objectStoreNames)
      texts.push(
        await new Promise((resolve) => {
          const all = opened.transaction(store).objectStore(store).getAll()
          all.onsuccess = () => resolve(all.result)
        }),
      )
    opened.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      texts.push(request.url, await (await cache.match(request))?.text())
  }
  return JSON.stringify(texts)
}

/** Everything that a browser sent, received or keeps at any of its pages: requests, answers with headers, document, cookies, storage, databases. */
export class LeakScan {
  /** Where each text was met first. */
  private readonly texts = new Map<string, string>()
  private readonly pending: Promise<void>[] = []

  constructor(context: BrowserContext, origin: string) {
    context.on("request", (request) => {
      const sent = [request.url(), request.headers(), request.postData()]
      this.add(`request to ${request.url()}`, JSON.stringify(sent))
    })
    context.on("console", (message) => {
      this.add(`console at ${message.page()?.url()}`, message.text())
    })
    context.on("response", (response) => {
      if (response.url().startsWith(origin)) this.pending.push(this.keep(response))
    })
  }

  /** How many different texts were looked at, so that a scan of nothing cannot pass. */
  get size(): number {
    return this.texts.size
  }

  /** Whether an answer of an address that holds this was looked at. */
  sawAnswerOf(address: string): boolean {
    return [...this.texts.values()].some(
      (place) => /^https?:/.test(place) && place.includes(address),
    )
  }

  private add(place: string, text: string) {
    if (!this.texts.has(text)) this.texts.set(text, place)
  }

  private async keep(response: Response) {
    const place = response.url()
    const headers = await response.headersArray().catch(() => [])
    // The sign-in answers name the identity provider, which people's browsers visit.
    const shown = headers.filter(({ name }) => name.toLowerCase() !== "location")
    this.add(`headers of ${place}`, JSON.stringify(shown))
    // A stream of events has no end to wait for.
    if (response.request().resourceType() === "eventsource") return
    this.add(place, await response.text().catch(() => ""))
  }

  /** Adds what the page's browser keeps now. */
  async keepState(page: Page): Promise<void> {
    const cookies = await page.context().cookies()
    const storage = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    const place = page.url()
    this.add(`cookies at ${place}`, JSON.stringify(cookies))
    this.add(`storage at ${place}`, storage)
    this.add(`databases at ${place}`, await page.evaluate(readDatabases))
    this.add(`document at ${place}`, await page.content())
  }

  async findLeaks(canaries: readonly Canary[]): Promise<Leak[]> {
    await Promise.all(this.pending)
    return [...this.texts].flatMap(([text, place]) => findLeaks(place, text, canaries))
  }
}
