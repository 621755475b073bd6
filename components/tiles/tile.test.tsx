import { expect, it } from "vitest"
import { catalogue, findOperation } from "@/lib/catalogue"
import { parseExploration, seriesOptions, tileQuery } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { noAnswer, showFailed, skeleton } from "../ui/testing/show-failed"
import { Tile } from "./tile"

const points = findOperation(catalogue, "data-points")
if (points?.kind !== "list") throw new Error("There is no list of data points.")

const dataSetId = "8f4a6c3b-1111-4222-8333-abcdefabcdef"
const view = {
  id: "1",
  name: "Sales by week",
  search: "",
  role: null,
  pinned: true,
  report: `kpi:${dataSetId}`,
  wide: false,
  dataSetId,
  ownerName: null,
  isMine: true,
  mayChange: true,
  changedAt: "2026-11-21T10:00:00Z",
}

it("shows why its value could not be read", () => {
  const { exploration } = parseExploration(points, new URLSearchParams(view.search), "UTC")
  const { queryKey } = seriesOptions(points, dataSetId, tileQuery(exploration.question))
  const tile = <Tile operation={points} view={view} dataSet={undefined} />
  const html = showFailed(noAnswer, [queryKey], tile)
  expect(html).toContain(messages.errors.codes.unreachable.title)
  expect(html).not.toContain(skeleton)
})
