import { randomUUID } from "node:crypto"

/** What people met while they browsed. */
export interface Browsing {
  answered: number
  /** Refused with the seconds to wait, which they then waited. */
  waited: number
  failed: number
}

const reports = [
  "v1.4/departments",
  "v1.2/departments",
  "v1.2/customfields/users",
  "v1/highscores",
  "v1/communication/notifications/channels",
]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

/** One person who reads reports that nobody has read before, with a pause after each, until `end`. */
async function browse(
  originOf: () => string,
  cookie: string,
  end: number,
  met: Browsing,
): Promise<void> {
  await pause(Math.random() * 2000)
  while (Date.now() < end) {
    const url = `${originOf()}/api/${pick(reports)}?id[ne]=${randomUUID()}`
    const answer = await fetch(url, { headers: { cookie } }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    const retryAfter = Number(answer?.headers.get("retry-after"))
    if (answer?.status === 200) met.answered += 1
    else if (answer?.status === 503 && retryAfter > 0) met.waited += 1
    else met.failed += 1
    await pause(retryAfter > 0 ? retryAfter * 1000 : 1000 + Math.random() * 3000)
  }
}

/** That many people at once, each at an instance of their own choice every time, for so many seconds. */
export async function browseTogether(
  people: number,
  seconds: number,
  { originOf, cookies }: { originOf: () => string; cookies: readonly string[] },
): Promise<Browsing> {
  const met: Browsing = { answered: 0, waited: 0, failed: 0 }
  const end = Date.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: people }, (_, index) =>
      browse(originOf, cookies[index % cookies.length] ?? "", end, met),
    ),
  )
  return met
}
