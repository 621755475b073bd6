import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime"
import { expect, it } from "vitest"
import { catalogue, fieldsOf, findOperation, type ListOperation } from "@/lib/catalogue"
import { openingExploration, syncOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { noAnswer, showFailed, skeleton } from "../ui/testing/show-failed"
import { Explorer } from "./explorer"

const operation = findOperation(catalogue, "data-points") as ListOperation
const page = (
  <SearchParamsContext.Provider value={new URLSearchParams()}>
    <Explorer
      dataSetId="8f4a6c3b-1111-4222-8333-abcdefabcdef"
      {...{ name: "Sales", unit: "", dataSets: [], roles: [], operation }}
      fields={fieldsOf(catalogue, operation)}
      opening={openingExploration("sum", "UTC")}
      renderFilters={() => null}
      renderZone={() => null}
    />
  </SearchParamsContext.Provider>
)

it("a copy whose state cannot be read is not shown as missing", () => {
  const html = showFailed(noAnswer, [syncOptions(operation).queryKey], page)
  expect(html).toContain(messages.errors.codes.unreachable.title)
  expect(html).toContain(messages.common.retry)
  expect(html).not.toContain(messages.kpis.copy.start)
})

it("a copy whose state is loading is not shown as missing", () => {
  const html = showFailed(noAnswer, [], page)
  expect(html).toContain(skeleton)
  expect(html).not.toContain(messages.kpis.copy.start)
})
