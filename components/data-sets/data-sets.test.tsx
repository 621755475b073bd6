import { expect, it } from "vitest"
import { catalogue, findOperation } from "@/lib/catalogue"
import { syncOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { refusal, showFailed, skeleton } from "../ui/testing/show-failed"
import { DataSetCopies } from "./data-sets"

const points = findOperation(catalogue, "data-points")
if (points?.kind !== "list") throw new Error("There is no list of data points.")

const dataSets = [
  {
    id: "8f4a6c3b-1111-4222-8333-abcdefabcdef",
    name: "Sales",
    measure: "sum" as const,
    hasTargets: false,
  },
]
const page = <DataSetCopies operation={points} dataSets={dataSets} isAdministrator />
const { badge, departments } = messages.dataSets

it("shows why the copies could not be read, and marks no list as not copied", () => {
  const html = showFailed(refusal, [syncOptions(points).queryKey], page)
  expect(html).toContain(messages.errors.codes.shared_state_unavailable.title)
  expect(html).toContain(messages.common.retry)
  expect(html).toContain("Sales")
  expect(html).toContain(departments.title)
  expect(html).not.toContain(badge.none)
  expect(html).not.toContain(skeleton)
})

it("marks no list as not copied while the copies load", () => {
  const html = showFailed(refusal, [], page)
  expect(html).toContain(departments.title)
  expect(html).not.toContain(badge.none)
  expect(html).toContain(skeleton)
})
