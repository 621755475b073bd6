import "server-only"
import type { QueryClient } from "@tanstack/react-query"
import { pageApi, readNames } from "@/app/backend"
import { readRequestZones } from "@/app/request-zones"
import { answerInTime } from "@/app/stream-answer"
import { buildSetup, type ReportSetup } from "@/components/reports/report-setup"
import { dayAt, findList, type Today } from "@/lib/catalogue"
import { copiedListsOptions, type InsightContext, type NamedInsight } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { zoneInForce } from "@/lib/client/time-zone"
import { domainsOf, mayWrite, readersOf, type Session } from "@/lib/session"
import { type PageRead, summaryRead } from "./stream-answers"

/** How long a page waits for optional details. */
const inTimeMs = 1000

/**
 * The cultures in which departments read posts, most common first; undefined until departments are
 * copied.
 */
async function readCultures(): Promise<readonly string[] | undefined> {
  const parameters = { list: "departments" }
  const query = new URLSearchParams("group=contentCulture&top=4")
  const summary = pageApi.get("/api/answers/{list}/summary", { parameters, query })
  const answer = await answerInTime(
    summary.catch(() => undefined),
    inTimeMs,
  )
  if (!answer) return undefined
  const keys = answer.groups[0]?.keys ?? []
  return keys.flatMap((key) =>
    key.kind === "value" && typeof key.value === "string" && key.value !== "" ? [key.value] : [],
  )
}

/** The current day and time zone of the reader. */
export async function readToday(): Promise<Today> {
  const zone = zoneInForce(await readRequestZones())
  return { today: dayAt(Date.now(), zone), zone }
}

/** The setups that tiles of whole lists need, limited to what the person may read. */
export async function readListSetups(
  session: Session,
  lists: readonly string[],
): Promise<{ readonly [list: string]: ReportSetup }> {
  const [catalogue, { workspace }] = await Promise.all([readCatalogue(), readNames()])
  const mayRead = domainsOf(session.roles)
  const isAdministrator = mayWrite(session.roles)
  return Object.fromEntries(
    lists.flatMap((list) => {
      const operation = findList(catalogue, list)
      if (!operation || !mayRead.has(operation.domain)) return []
      const sharing = { roles: readersOf(operation.domain), isAdministrator }
      return [[list, buildSetup(catalogue, operation, workspace, mayRead, sharing)]]
    }),
  )
}

/** Reads which lists are copied; every summary needs this before its query. */
export async function readCopiedLists(client: QueryClient): Promise<void> {
  const copied = await pageApi.get("/api/answers").catch(() => undefined)
  if (copied) client.setQueryData(copiedListsOptions().queryKey, copied)
}

export interface ReadInsights {
  readonly insights: readonly NamedInsight[]
  /** Some insights appear only once departments are copied. */
  readonly awaitsDepartments: boolean
  readonly setups: { readonly [list: string]: ReportSetup }
  /** The queries for their figures. */
  readonly reads: readonly PageRead[]
}

/**
 * The insights that the person may read, the setups that their tiles need, and the queries for
 * their figures.
 */
export async function readInsights(
  session: Session,
  choose: (context: InsightContext) => readonly NamedInsight[],
): Promise<ReadInsights> {
  const [now, cultures] = await Promise.all([readToday(), readCultures()])
  const chosen = choose({ ...now, cultures: cultures ?? [] })
  const setups = await readListSetups(
    session,
    chosen.map(({ list }) => list),
  )
  const insights = chosen.filter(({ list }) => Object.hasOwn(setups, list))
  const reads = insights.flatMap(({ list, search }) => {
    const setup = setups[list]
    return setup ? [summaryRead(setup, search, now)] : []
  })
  return { insights, awaitsDepartments: cultures === undefined, setups, reads }
}
