import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { describe, expect, it } from "vitest"
import {
  array,
  boolean,
  type Catalogue,
  catalogue,
  datetimeoffset,
  FS,
  fieldsOf,
  guid,
  integer,
  list,
  listOperations,
  object,
  type Row,
  S,
  string,
  type WorkspaceEntry,
  wholeListOf,
  wholeLists,
} from "@/lib/catalogue"
import { listOf } from "@/lib/catalogue/testing/sample-queries"
import {
  type ApiProblem,
  emptyView,
  firstPageUrl,
  listOptions,
  pageSort,
  singlePage,
  totalOptions,
  type View,
  viewQuery,
} from "@/lib/client"
import type { Locale } from "@/lib/client/messages"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { coverageOf } from "@/lib/client/testing/coverage-of"
import { filterableProperties } from "./filter-clause"
import { ReportProvider } from "./report-context"
import { Report } from "./report-screen"
import { buildSetup, type FirstPageProblem, type ViewSharing } from "./report-setup"

const lockerVisits = list({
  id: "locker-visits",
  title: "Locker visits",
  version: "v1.4",
  path: "/lockers/{moduleId}/visits",
  parameters: { moduleId: "contentModule" },
  domain: "content",
  area: "content",
  record: "lockerVisit",
  note: "Counted once a night.",
  deprecated: { since: "2026-01-01", successor: "/v2/lockers", note: "Use the new lockers." },
  defaultSort: "-openedAt",
  properties: {
    openedAt: FS("datetimeoffset"),
    lockerColour: FS("string"),
    forced: FS("boolean"),
    coins: S("integer"),
  },
})

const extended: Catalogue = {
  ...catalogue,
  records: {
    ...catalogue.records,
    lockerVisit: {
      section: "none",
      scope: ["moduleId"],
      fields: {
        id: guid({ required: true }),
        lockerColour: string({ values: ["Red", "Blue"] }),
        forced: boolean(),
        coins: integer(),
        openedAt: datetimeoffset(),
        shelves: array(object({ label: string() })),
      },
    },
  },
  operations: [...catalogue.operations, lockerVisits],
}

const moduleId = "11111111-1111-4111-8111-111111111111"
const chosen: View = { ...emptyView, parameters: { moduleId } }
const rows: Row[] = [
  {
    id: "8f4a6c3b-1111-4222-8333-abcdefabcdef",
    lockerColour: "Blue",
    forced: true,
    coins: 1234567,
    openedAt: "2026-03-04T05:06:07Z",
    shelves: [{ label: "top" }, { label: "low" }],
  },
  { id: "00000000-1111-4222-8333-abcdefabcdef", lockerColour: "Ultraviolet", forced: null },
]

type AnswerTotal = Awaited<ReturnType<ReturnType<typeof totalOptions>["queryFn"] & object>>

interface Shown {
  readonly from?: Catalogue
  readonly operation?: typeof lockerVisits | ReturnType<typeof listOperations>[number]
  readonly view: View
  readonly rows?: readonly Row[]
  readonly nextUrl?: string
  readonly firstProblem?: FirstPageProblem
  readonly sharing?: ViewSharing
  readonly named?: readonly WorkspaceEntry[]
  readonly locale?: Locale
  /** The response with the total number of rows. */
  readonly total?: AnswerTotal
}

const postId = "8f4a6c3b-1111-4222-8333-abcdefabcdef"
const welcome = { kind: "contentPost", id: postId, name: "Welcome back", children: [] }
const staffNews = { kind: "contentModule", id: moduleId, name: "Staff news", children: [] }

/** The report as rendered on the server. */
function show({
  from = extended,
  operation = lockerVisits,
  view,
  rows,
  nextUrl,
  firstProblem,
  sharing,
  named = [staffNews],
  locale = "en",
  total,
}: Shown) {
  const client = new QueryClient()
  if (rows) {
    const today = { today: "2026-11-22", zone: "UTC" } as const
    const query = viewQuery(operation, fieldsOf(from, operation), view, today)
    const options = listOptions(operation, view.parameters, query)
    const page = { rows, source: "live", ...(nextUrl && { nextUrl }) } as const
    client.setQueryData(options.queryKey, singlePage(options, page))
    if (total) client.setQueryData(totalOptions(operation, query, undefined).queryKey, total)
  }
  const html = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone="UTC">
        <ReportProvider
          setup={buildSetup(from, operation, { entries: named }, undefined, sharing)}
          view={view}
          setView={() => {}}
        >
          <Report dropped={[]} firstProblem={firstProblem} />
        </ReportProvider>
      </IntlProvider>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<!--[ /$]*-->/g, "")
}

/** Visible texts and accessible names, one per line. */
const textsOf = (html: string) =>
  html.replaceAll(/ aria-label="([^"]*)"[^>]*>/g, ">$1<").replaceAll(/<[^>]*>|<|>/g, "\n")

const headersOf = (html: string) =>
  [...html.matchAll(/role="columnheader"[^>]*>.*?<span class="truncate[^>]*>([^<]*)/g)].map(
    ([, label]) => label,
  )

describe("the report of an operation added to the catalogue", () => {
  it("shows a column for each field and a row for each record", () => {
    const html = show({ view: chosen, rows })
    expect(headersOf(html)).toEqual([
      "Id",
      "Locker colour",
      "Forced",
      "Coins",
      "Opened at",
      "Shelves",
    ])
    const texts = textsOf(html)
    expect(texts).toContain("8f4a6c3b")
    expect(texts).toContain("1,234,567")
    expect(texts).toContain("Mar 4, 2026, 05:06")
    expect(texts).toContain("2 entries")
    expect(texts).toContain("Ultraviolet")
    expect(texts).toContain("All 2 rows loaded")
  })

  it("sorts by the sortable properties and marks the default order", () => {
    const html = show({ view: chosen, rows })
    expect(html.match(/aria-sort="none"/g)).toHaveLength(3)
    expect(html.match(/aria-sort="descending"/g)).toHaveLength(1)
    const sorted = show({
      view: { ...chosen, sort: [{ property: "coins", descending: false }] },
      rows,
    })
    expect(sorted.match(/aria-sort="ascending"/g)).toHaveLength(1)
  })

  it("filters by the filterable properties and shows the filters", () => {
    expect(filterableProperties(lockerVisits)).toEqual(["openedAt", "lockerColour", "forced"])
    const html = show({
      view: {
        ...chosen,
        filters: [
          { property: "forced", operator: "eq", value: true },
          { property: "openedAt", operator: "gte", value: "2026-01-01T00:00:00Z" },
          { property: "lockerColour", operator: "ne", value: null },
        ],
      },
      rows,
    })
    const texts = textsOf(html)
    expect(texts).toContain("Change the filter: Forced is Yes")
    expect(texts).toContain("Change the filter: Opened at is at or after Jan 1, 2026, 00:00")
    expect(texts).toContain("Change the filter: Locker colour has a value")
  })

  it("shows its note, its deprecation and its module", () => {
    const html = show({ view: chosen, rows })
    const texts = textsOf(html)
    expect(texts).toContain("Counted once a night.")
    expect(texts).toContain("Use the new lockers. Its successor is /v2/lockers.")
    expect(html.split("<details")[0]).not.toContain("Its successor")
    expect(texts).toContain("Staff news")
  })

  it("requests a module before it shows columns", () => {
    const html = show({ view: emptyView })
    const texts = textsOf(html)
    expect(texts).toContain("What should this report show?")
    expect(texts).not.toContain("Opened at")
  })
})

describe("a report", () => {
  it("shows no total while more rows exist", () => {
    const html = show({ view: chosen, rows, nextUrl: "/api/v1.4/lockers?cursor=a" })
    const texts = textsOf(html)
    expect(texts).toContain("2 rows loaded, more exist")
    expect(html.match(/aria-rowcount="-1"/g)).toHaveLength(1)
  })

  it("distinguishes an empty list from one without matches", () => {
    expect(textsOf(show({ view: chosen, rows: [] }))).toContain("Nothing here yet")
    const filters = [{ property: "forced", operator: "eq", value: true }] as const
    expect(textsOf(show({ view: { ...chosen, filters }, rows: [] }))).toContain(
      "No row matches these filters",
    )
  })

  it.each([
    [{ status: 400, code: "feature_not_enabled" }, "This is switched off"],
    [{ status: 403, code: "forbidden" }, "No access"],
    [{ status: 401, code: "unauthenticated" }, "You are signed out"],
    [
      { status: 502, code: "upstream_unreachable", title: "The platform cannot be reached" },
      "The platform cannot be reached",
    ],
    [
      { status: 503, code: "upstream_rate_limited", retryAfter: 17 },
      "Continues by itself in 17 seconds.",
    ],
  ] satisfies [Partial<ApiProblem["details"]>, string][])(
    "explains %o and shows the request id",
    (problem, sentence) => {
      const url = firstPageUrl(lockerVisits, { moduleId }, { filters: [], sort: [] })
      const details = { title: "", detail: "", requestId: "request-7", ...problem }
      const html = show({ view: chosen, firstProblem: { url, details } })
      const texts = textsOf(html)
      expect(texts).toContain(sentence)
      if (problem.code !== "feature_not_enabled") expect(texts).toContain("request-7")
    },
  )

  it("with a disabled feature names the feature and its module", () => {
    const operation = listOperations(catalogue).find(({ id }) => id === "comment-reactions")
    if (!operation) throw new Error("The catalogue has no comment reactions.")
    const names = Object.keys(operation.parameters)
    const parameters = Object.fromEntries(names.map((name) => [name, moduleId]))
    const url = firstPageUrl(operation, parameters, { filters: [], sort: pageSort(operation) })
    const details = { status: 400, code: "feature_not_enabled", title: "", detail: "" }
    const view = { ...emptyView, parameters }
    const firstProblem = { url, details }
    const texts = textsOf(show({ from: catalogue, operation, view, firstProblem }))
    expect(texts).toContain("comments and reactions on the content module")
    expect(texts).toContain("Content module: Staff news")
  })

  it("without named modules links only administrators to the settings", () => {
    const roles = { roles: [] }
    const of = (isAdministrator: boolean) =>
      show({ view: emptyView, named: [], sharing: { ...roles, isAdministrator } })
    expect(textsOf(of(true))).toContain("which an administrator fills in")
    expect(of(true)).toContain('href="/settings"')
    expect(of(false)).not.toContain('href="/settings"')
    const known = { view: emptyView, sharing: { ...roles, isAdministrator: true } }
    expect(show(known)).not.toContain('href="/settings"')
  })

  it.each(
    [...listOperations(catalogue), ...wholeLists(catalogue)].map(
      (operation) => [operation.id, operation] as const,
    ),
  )("of %s renders from its catalogue definition", (_, operation) => {
    const parameters = Object.fromEntries(
      Object.keys(operation.parameters).map((name) => [name, moduleId]),
    )
    const html = show({
      from: catalogue,
      operation,
      view: { ...emptyView, parameters },
      rows: [{}],
    })
    expect(textsOf(html)).toContain(operation.title)
    expect(headersOf(html).length).toBeGreaterThan(2)
  })
})

it("shows titles of posts under Title and their ids separately, also with chosen columns", () => {
  const operation = listOf("content-posts")
  const posts = (layout: View["layout"]) =>
    show({
      operation,
      view: { ...chosen, layout },
      rows: [{ id: postId, status: "Draft" }],
      named: [{ ...staffNews, children: [welcome] }],
    })
  const both = posts({ columns: ["id", "id.raw", "status"] })
  expect(headersOf(both)).toEqual(["Title", "Id", "Status"])
  expect(textsOf(both)).toMatch(/\nWelcome back\n+8f4a6c3b\n/)
  expect(headersOf(posts({ columns: ["status", "id"] }))).toEqual(["Status", "Title"])
  expect(headersOf(posts({}))[0]).toBe("Title")
})

it("translates known values in cells and filters, and shows others unchanged", () => {
  const operation = listOf("course-participations")
  const states = ["InProgress", "Completed", "Postponed"]
  const filter = {
    property: "courseParticipationState",
    operator: "ne",
    value: "NotStarted",
  } as const
  const shown = show({
    operation,
    view: { ...emptyView, filters: [filter] },
    rows: states.map((courseParticipationState) => ({ courseParticipationState })),
    locale: "da",
  })
  const texts = textsOf(shown)
  for (const word of ["I gang", "Gennemført", "Postponed"]) expect(texts).toContain(`\n${word}\n`)
  expect(texts).toMatch(/Ikke begyndt/)
  expect(texts).not.toMatch(/NotStarted|\nInProgress\n/)
})

describe("the report of a whole list", () => {
  const operation = wholeListOf(catalogue, listOf("stage-reviews"))
  if (!operation) throw new Error("There is no whole list of reviews.")
  const [formModule, form] = [postId, "00000000-1111-4222-8333-abcdefabcdef"]
  const named = [
    {
      kind: "serviceFormModule",
      id: formModule,
      name: "Safety",
      children: [{ kind: "form", id: form, name: "Ladder check", children: [] }],
    },
  ]
  const review = { moduleId: formModule, formId: form, id: moduleId, status: "Pending" }
  const showReviews = (given: Partial<Shown> = {}) =>
    show({ from: catalogue, operation, view: emptyView, rows: [review], named, ...given })

  it("names the parents of its rows", () => {
    const html = showReviews()
    expect(headersOf(html).slice(0, 2)).toEqual(["Form", "Step"])
    const texts = textsOf(html)
    expect(texts).toMatch(/\nLadder check\n/)
  })

  it("shows its default columns, and the columns it is filtered and sorted by", () => {
    expect(headersOf(showReviews())).toHaveLength(7)
    const filters = [{ property: "moduleId", operator: "eq", value: formModule }] as const
    const sort = [{ property: "lastModifiedDateTime", descending: true }]
    const headers = headersOf(showReviews({ view: { ...emptyView, filters, sort } }))
    expect(headers.slice(7)).toEqual(expect.arrayContaining(["Module", "Last changed"]))
    expect(headers).toHaveLength(9)
  })

  it("has a text search if its records have texts that people write", () => {
    const comments = wholeListOf(catalogue, listOf("feedback-comments")) ?? operation
    const filters = [{ property: "search", operator: "contains", value: "ladder" }] as const
    const html = show({ operation: comments, view: { ...emptyView, filters }, rows: [{}] })
    expect(html).toContain('placeholder="Search all texts"')
    expect(html).toMatch(/<input[^>]*value="ladder"/)
    expect(textsOf(html)).not.toContain("Change the filter")
    expect(showReviews()).not.toContain("Search all texts")
    expect(show({ view: chosen, rows })).not.toContain("Search all texts")
  })

  it("shows the name of a filtered id", () => {
    const html = showReviews({
      view: {
        ...emptyView,
        filters: [{ property: "formId", operator: "eq", value: form }],
      },
    })
    expect(textsOf(html)).toContain("Change the filter: Form is Ladder check")
  })

  it("of posts shows their titles, or names from the workspace until titles are copied", () => {
    const posts = wholeListOf(catalogue, listOf("content-posts")) ?? operation
    const locales = [
      { culture: "da-DK", title: "Velkommen" },
      { culture: "en-GB", title: "Hello" },
    ]
    const other = "11111111-0000-4222-8333-abcdefabcdef"
    const html = show({
      from: catalogue,
      operation: posts,
      view: { ...emptyView, layout: { columns: ["locales", "moduleId"] } },
      rows: [
        { moduleId, id: other, locales },
        { moduleId, id: postId, locales: null },
      ],
      named: [{ ...staffNews, children: [welcome] }],
    })
    expect(headersOf(html).slice(0, 2)).toEqual(["Title", "Module"])
    const texts = textsOf(html)
    expect(texts).toMatch(/\nHello\n/)
    expect(texts).toMatch(/\nWelcome back\n/)
    expect(texts).toMatch(/\nStaff news\n/)
  })

  it("is linked from the platform's list", () => {
    const reviews = listOf("stage-reviews")
    const toChoose = show({ from: catalogue, operation: reviews, view: emptyView, named })
    expect(toChoose).toContain('href="/reports/all-stage-reviews"')
    const view = { ...emptyView, parameters: { moduleId: formModule, formId: form } }
    const chosen = show({ from: catalogue, operation: reviews, view, rows: [review], named })
    expect(chosen).toContain('href="/reports/all-stage-reviews"')
  })

  it("shows the total number of rows and the progress of the copy", () => {
    const total = {
      count: 12345,
      asOf: "2026-11-25T06:00:00Z",
      coverage: coverageOf({ whole: 14, lists: 16 }),
    }
    const texts = textsOf(showReviews({ nextUrl: "/api/answers/stage-reviews?cursor=a", total }))
    expect(texts).toContain("1 of 12,345 rows loaded")
    expect(texts).toContain("14 of 16 lists loaded so far · 87% loaded · about 1 minute left")
    const all = { ...total, count: 1, coverage: coverageOf({ whole: 16, lists: 16 }) }
    const whole = textsOf(showReviews({ total: all }))
    expect(whole).toContain("All 1 row loaded")
    expect(whole).not.toContain("loaded so far")
  })

  it("does not report an empty result before everything is copied", () => {
    const filters = [{ property: "status", operator: "eq", value: "Pending" }] as const
    const shown = (whole: number) => {
      const coverage = coverageOf({ whole, lists: 16 })
      const total = { count: 0, asOf: "2026-11-25T06:00:00Z", coverage }
      return textsOf(showReviews({ view: { ...emptyView, filters }, rows: [], total }))
    }
    expect(shown(4)).toContain("No row so far")
    expect(shown(4)).toContain("25% loaded · about 1 minute left")
    expect(shown(4)).not.toContain("No row matches")
    expect(shown(16)).toContain("No row matches these filters")
  })

  it("of workspace records says so, has a summary and counts missing records", () => {
    const events = wholeLists(catalogue).find(({ id }) => id === "all-calendar-events")
    if (!events) throw new Error("There is no list of events.")
    const row = {
      moduleId,
      calendarId: form,
      id: postId,
      locales: [{ culture: "en-GB", title: "Fair" }],
    }
    const showEvents = (known: { whole: number; lists: number; missing: number }) => {
      const coverage = coverageOf(known)
      const total = { count: 1, asOf: "2026-11-25T06:00:00Z", coverage }
      const given = { from: catalogue, operation: events, view: emptyView, rows: [row] }
      return show({ ...given, total })
    }
    const html = showEvents({ whole: 3, lists: 3, missing: 2 })
    const texts = textsOf(html)
    expect(texts).toContain("The events that the workspace names")
    expect(texts).toContain("2 of 3 records from the workspace are not available on the platform")
    expect(texts).toMatch(/\nFair\n/)
    expect(html).toContain('href="/reports/all-calendar-events/summary')
    const begun = textsOf(showEvents({ whole: 2, lists: 3, missing: 1 }))
    expect(begun).toContain("1 of 3 records from the workspace loaded so far")
    const all = textsOf(showEvents({ whole: 3, lists: 3, missing: 0 }))
    expect(all).not.toContain("from the workspace")
  })

  it("waits for its first copy", () => {
    const url = firstPageUrl(operation, {}, { filters: [], sort: pageSort(operation) })
    const details = { status: 503, code: "not_copied", title: "", detail: "", retryAfter: 30 }
    const html = show({
      from: catalogue,
      operation,
      view: emptyView,
      firstProblem: { url, details },
    })
    const texts = textsOf(html)
    expect(texts).toContain("This list is loading")
    expect(html).not.toContain('role="alert"')
  })
})
