import type { BrowserContext, Page, Response } from "@playwright/test"

/** A named secret that must not reach a browser. */
export interface Canary {
  readonly name: string
  readonly value: string
}

/** A canary and where it was found. */
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

/**
 * The base64 forms of a text at any offset in a longer encoded text: the characters that do not
 * depend on its neighbours.
 */
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

/** The forms of a value to search for, each once. */
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

/** The canaries in a text, plain or in a common encoding. */
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

/** Every database and cache of a page's origin, as text; runs in the page. */
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

/**
 * Collects everything that a browser sends, receives or stores at any of its pages: requests,
 * responses with headers, documents, cookies, storage, databases.
 */
export class LeakScan {
  /** The place where each text was first seen. */
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

  /** How many different texts were collected, so that an empty scan cannot pass. */
  get size(): number {
    return this.texts.size
  }

  /** Whether a response from a URL that contains `address` was collected. */
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
    // Sign-in responses redirect to the identity provider, which browsers visit anyway.
    const shown = headers.filter(({ name }) => name.toLowerCase() !== "location")
    this.add(`headers of ${place}`, JSON.stringify(shown))
    // An event stream never ends.
    if (response.request().resourceType() === "eventsource") return
    this.add(place, await response.text().catch(() => ""))
  }

  /** Adds what the page's browser stores now. */
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
