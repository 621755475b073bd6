import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { ApiProblem } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"

/** An API error whose own detail must not be shown to people. */
export const refusal = new ApiProblem({
  status: 503,
  code: "shared_state_unavailable",
  title: "",
  detail: "detail of the server",
})

/** The error if no response arrived. */
export const noAnswer = new ApiProblem({ status: 0, code: "unreachable", title: "", detail: "" })

/** Renders part of a page after the given queries have failed. Returns its unescaped HTML. */
export function showFailed(error: ApiProblem, failed: readonly QueryKey[], part: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  for (const queryKey of failed)
    client.getQueryCache().build(client, { queryKey }).setState({ status: "error", error })
  const html = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        {part}
      </IntlProvider>
    </QueryClientProvider>,
  )
  return html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'")
}

/** The class by which a skeleton is recognised in HTML. */
export const skeleton = "animate-pulse"
