import type { Page, Response } from "@playwright/test"

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

/** The canaries that a text holds, plain or in a usual encoding. */
export function findLeaks(place: string, text: string, canaries: readonly Canary[]): Leak[] {
  const lower = text.toLowerCase()
  return canaries
    .filter(
      ({ value }) =>
        encodings.some((encode) => lower.includes(encode(value).toLowerCase())) ||
        base64Cores(value).some((core) => text.includes(core)),
    )
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

/** Everything that a page's browser sent, received or keeps: requests, answers with headers, document, cookies, storage, databases. */
export class LeakScan {
  private readonly texts: { place: string; text: string }[] = []
  private readonly pending: Promise<void>[] = []

  constructor(page: Page, origin: string) {
    page.on("request", (request) => {
      const sent = [request.url(), request.headers(), request.postData()]
      this.texts.push({ place: `request to ${request.url()}`, text: JSON.stringify(sent) })
    })
    page.on("console", (message) => {
      this.texts.push({ place: `console at ${page.url()}`, text: message.text() })
    })
    page.on("response", (response) => {
      if (response.url().startsWith(origin)) this.pending.push(this.keep(response))
    })
  }

  /** How many texts were looked at, so that a scan of nothing cannot pass. */
  get size(): number {
    return this.texts.length
  }

  private async keep(response: Response) {
    const place = response.url()
    const headers = await response.headersArray().catch(() => [])
    // The sign-in answers name the identity provider, which people's browsers visit.
    const shown = headers.filter(({ name }) => name.toLowerCase() !== "location")
    this.texts.push({ place: `headers of ${place}`, text: JSON.stringify(shown) })
    // A stream of events has no end to wait for.
    if (response.request().resourceType() === "eventsource") return
    this.texts.push({ place, text: await response.text().catch(() => "") })
  }

  /** Adds what the page's browser keeps now. */
  async keepState(page: Page): Promise<void> {
    const cookies = await page.context().cookies()
    const storage = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    const place = page.url()
    this.texts.push({ place: `cookies at ${place}`, text: JSON.stringify(cookies) })
    this.texts.push({ place: `storage at ${place}`, text: storage })
    this.texts.push({ place: `databases at ${place}`, text: await page.evaluate(readDatabases) })
    this.texts.push({ place: `document at ${place}`, text: await page.content() })
  }

  async findLeaks(canaries: readonly Canary[]): Promise<Leak[]> {
    await Promise.all(this.pending)
    return this.texts.flatMap(({ place, text }) => findLeaks(place, text, canaries))
  }
}
