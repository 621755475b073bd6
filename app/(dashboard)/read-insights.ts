import "server-only"
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query"
import { pageApi, readNames } from "@/app/backend"
import { readRequestZones } from "@/app/request-zones"
import { buildSetup, type ReportSetup } from "@/components/reports/report-setup"
import { dayAt, findList, printSummaryQuery } from "@/lib/catalogue"
import {
  copiedListsOptions,
  type InsightContext,
  type NamedInsight,
  parseSummaryView,
  requestedSummary,
  summaryOptions,
  viewQuery,
} from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { zoneInForce } from "@/lib/client/time-zone"
import { domainsOf, mayWrite, readersOf, type Session } from "@/lib/session"

/** What copies answer within; the browser asks for what takes longer. */
const inTimeMs = 300

const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, inTimeMs, undefined))

/** The cultures in which departments read posts, the most common first; none where that is not copied. */
async function readCultures(): Promise<readonly string[]> {
  const parameters = { list: "departments" }
  const query = new URLSearchParams("group=contentCulture&top=4")
  const answer = await Promise.race([
    pageApi.get("/api/answers/{list}/summary", { parameters, query }).catch(() => undefined),
    late(),
  ])
  const keys = answer?.groups[0]?.keys ?? []
  return keys.flatMap((key) =>
    key.kind === "value" && typeof key.value === "string" && key.value !== "" ? [key.value] : [],
  )
}

/** The reader's day and zone, and what else insights depend on. */
async function readContext(): Promise<InsightContext & { readonly zone: string }> {
  const zone = zoneInForce(await readRequestZones())
  return { today: dayAt(Date.now(), zone), zone, cultures: await readCultures() }
}

/** What tiles of whole lists have to know, of those that the person may read. */
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

export interface ReadInsights {
  readonly insights: readonly NamedInsight[]
  readonly setups: { readonly [list: string]: ReportSetup }
  /** The answers that were there at once. */
  readonly state: DehydratedState
}

/** The insights whose lists the person may read, what their tiles have to know, and the answers that copies have at once. */
export async function readInsights(
  session: Session,
  choose: (context: InsightContext) => readonly NamedInsight[],
): Promise<ReadInsights> {
  const context = await readContext()
  const chosen = choose(context)
  const setups = await readListSetups(
    session,
    chosen.map(({ list }) => list),
  )
  const insights = chosen.filter(({ list }) => Object.hasOwn(setups, list))
  const client = new QueryClient()
  await Promise.race([
    late(),
    Promise.all([
      pageApi.get("/api/answers").then(
        (copied) => client.setQueryData(copiedListsOptions().queryKey, copied),
        () => undefined,
      ),
      ...insights.map(async ({ list, search }) => {
        const setup = setups[list]
        if (!setup) return
        const { operation, fields } = setup
        const summary = parseSummaryView(operation, fields, new URLSearchParams(search))
        const { filters } = viewQuery(operation, fields, summary.view, context)
        const query = requestedSummary(summary, filters, context.zone)
        const answer = await pageApi
          .get("/api/answers/{list}/summary", {
            parameters: { list: operation.wholeOf ?? operation.id },
            query: printSummaryQuery(operation, query),
          })
          .catch(() => undefined)
        if (answer) client.setQueryData(summaryOptions(operation, query).queryKey, answer)
      }),
    ]),
  ])
  return { insights, setups, state: dehydrate(client) }
}
