import { QueryClient, QueryClientProvider, type QueryState } from "@tanstack/react-query"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { describe, expect, it } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { ApiProblem, departmentTreeOptions, type TreeEntry } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import type { Batch } from "../../edits/batches"
import { RetryRun } from "./batch-retry"

const list = findOperation(catalogue, "departments") as ListOperation
const { bulk } = messages.departments

const batch = {
  id: "b",
  state: "done",
  items: [{ recordId: "a", patch: "[]", state: "refused" }],
} as unknown as Batch

interface Tree {
  readonly departments: readonly TreeEntry[]
  readonly asOf: string | null
}

/** The text of the retry form with a given query state of the department tree. */
function textsWith(tree: Partial<QueryState<Tree, Error>>): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const { queryKey } = departmentTreeOptions()
  client.getQueryCache().build<Tree, Error>(client, { queryKey }).setState(tree)
  const html = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <RetryRun batch={batch} list={list} onDone={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, "\n").replaceAll("&#x27;", "'")
}

describe("retrying a batch", () => {
  it("can start once all departments are loaded", () => {
    const asOf = "2026-01-01T00:00:00Z"
    const texts = textsWith({ status: "success", data: { departments: [], asOf } })
    expect(texts).toContain(bulk.dryRun.start)
  })

  it("waits and says so during the first read of the departments", () => {
    const texts = textsWith({ status: "success", data: { departments: [], asOf: null } })
    expect(texts).toContain(bulk.readingTree)
    expect(texts).not.toContain(bulk.dryRun.start)
  })

  it("waits while the departments load", () => {
    expect(textsWith({ status: "pending" })).not.toContain(bulk.dryRun.start)
  })

  it("shows why the departments cannot be read", () => {
    const details = { status: 503, code: "shared_state_unavailable", title: "", detail: "" }
    const texts = textsWith({ status: "error", error: new ApiProblem(details) })
    expect(texts).toContain(messages.errors.codes.shared_state_unavailable.title)
    expect(texts).not.toContain(bulk.dryRun.start)
  })
})
