import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { catalogue, listOperations } from "@/lib/catalogue"
import { ApiProblem } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { ReportProblem } from "./report-problem"

const points = listOperations(catalogue).find(({ record }) => record === "dataPoint")

function shown(code: string, status: number) {
  if (!points) throw new Error("The catalogue has no list of data points.")
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <ReportProblem
        operation={points}
        dataSetId="d1"
        problem={new ApiProblem({ status, code, title: "", detail: "" })}
        onRetry={() => undefined}
      />
    </IntlProvider>,
  )
}

test("points of a small group have no retry but a link to the chart", () => {
  const html = shown("small_groups", 403)
  expect(html).not.toContain("Try again")
  expect(html).toContain('href="/figures/d1"')
  expect(shown("upstream_unavailable", 503)).toContain("Try again")
})
