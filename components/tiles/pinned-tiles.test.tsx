import { expect, it } from "vitest"
import { catalogue, findOperation } from "@/lib/catalogue"
import { pinnedViewsOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { refusal, showFailed } from "../ui/testing/show-failed"
import { PinnedTiles } from "./pinned-tiles"

const points = findOperation(catalogue, "data-points")
if (points?.kind !== "list") throw new Error("There is no list of data points.")

const show = (pinned: { views: []; hidden: [] } | undefined) =>
  showFailed(
    refusal,
    pinned ? [] : [pinnedViewsOptions().queryKey],
    <PinnedTiles
      operation={points}
      pinned={pinned}
      dataSets={{}}
      rolesOf={() => []}
      renderTile={() => null}
    />,
  )

it("shows why the pinned views could not be read", () => {
  const html = show(undefined)
  expect(html).toContain(messages.tiles.title)
  expect(html).toContain(messages.errors.codes.shared_state_unavailable.title)
  expect(html).toContain(messages.common.retry)
})

it("renders nothing without pinned views", () => {
  expect(show({ views: [], hidden: [] })).toBe("")
})
