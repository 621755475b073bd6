import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { type DashboardStatus, statusOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { refusal, showFailed, skeleton } from "../ui/testing/show-failed"
import { StatusCards } from "./status-cards"
import { goodStatus } from "./testing/good-status"

function show(status?: DashboardStatus): string {
  const client = new QueryClient()
  if (status) client.setQueryData(statusOptions().queryKey, status)
  const html = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <StatusCards titles={{ departments: "Departments" }} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'")
}

const texts = messages.settings.status
const { readiness } = goodStatus

test("a healthy dashboard has a single summary sentence", () => {
  const html = show(goodStatus)
  expect(html).toContain(texts.good)
  expect(html).toContain(texts.goodDetail)
  expect(html).toContain("host-a:3000")
  expect(html).not.toContain(texts.limited)
})

test("impaired parts, tables, disks and instances are listed with their remedies", () => {
  const [one, two] = goodStatus.instances ?? []
  if (!one || !two) throw new Error("There are two instances.")
  const html = show({
    ...goodStatus,
    readiness: {
      ...readiness,
      impaired: ["upstream", "tables_newer"],
      parts: [
        { part: "database", code: "ok" },
        { part: "upstream", code: "upstream_timeout" },
      ],
    },
    instances: [one, { ...two, status: "not_ready" }],
    disk: { files: { free: 5, all: 10 }, databaseBytes: null },
  })
  for (const text of [
    texts.limited,
    texts.upstream.upstream_timeout,
    texts.problems.tables_newer,
    texts.problems.disk,
    "1 other instance is not ready or limited",
  ])
    expect(html).toContain(text)
  expect(html).not.toContain(texts.goodDetail)
})

test.each([
  ["disk_full", texts.database.disk_full],
  ["constructor", texts.database.unavailable],
])("a database error %s is shown, and the instance is not ready", (code, text) => {
  const parts = [{ part: "database" as const, code }]
  const html = show({ ...goodStatus, readiness: { ...readiness, status: "not_ready", parts } })
  expect(html).toContain(texts.broken)
  expect(html).toContain(text)
})

test("unreadable parts say so, and the others are shown", () => {
  const html = show({ ...goodStatus, instances: null, copies: null, jobs: null, quota: null })
  expect(html.split(texts.unread)).toHaveLength(5)
  expect(html).toContain(texts.problems.unread)
  expect(html).toContain(texts.exports.title)
})

test("loading shows skeletons, and an error shows the reason", () => {
  expect(show()).toContain(skeleton)
  const html = showFailed(refusal, [statusOptions().queryKey], <StatusCards titles={{}} />)
  expect(html).toContain(messages.errors.codes.shared_state_unavailable.title)
})
