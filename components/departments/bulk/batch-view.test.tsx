import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import type { Locale } from "@/lib/client/messages"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { type Batch, batchOptions } from "../../edits/batches"
import { BatchView } from "./batch-view"

const list = findOperation(catalogue, "departments") as ListOperation

const batchOf = (id: string, startedAt: string, undoneBy: string | null): Batch => ({
  id,
  title: "Move",
  state: "done",
  personId: "p",
  personName: null,
  startedAt,
  endedAt: startedAt,
  undoes: null,
  undoneBy,
  items: [],
  mark: "1",
  actions: [],
  counts: { waiting: 0, sending: 0, applied: 0, refused: 0, not_sent: 0, unknown: 0 },
})

/** The text of an undone bulk edit, with the batch that undid it if that is loaded. */
function textsWith(locale: Locale, by: Batch | undefined): string {
  const client = new QueryClient()
  client.setQueryData(batchOptions("1").queryKey, batchOf("1", "2026-11-20T09:00:00Z", "2"))
  if (by) client.setQueryData(batchOptions("2").queryKey, by)
  const html = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone="UTC">
        <BatchView id="1" list={list} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return html.replaceAll("<!-- -->", "").replaceAll(/<[^>]*>/g, "\n")
}

test.each([
  ["en", /\nUndone on (Nov 22|22 Nov)\n/],
  ["da", /\nFortrudt den 22\. nov\.\n/],
  ["de", /\nAm 22\. Nov\.? rückgängig gemacht\n/],
] as const)("in %s an undone bulk edit shows the day on which it was undone", (locale, texts) => {
  const by = batchOf("2", "2026-11-22T09:00:00Z", null)
  expect(textsWith(locale, by)).toMatch(texts)
})

test("the day is left out until the undoing batch is loaded", () => {
  expect(textsWith("en", undefined)).toContain("\nUndone\n")
})
