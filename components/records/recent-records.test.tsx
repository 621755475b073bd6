import { expect, it } from "vitest"
import { recentsOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { noAnswer, showFailed } from "../ui/testing/show-failed"
import { RecentRecords } from "./recent-records"

it("shows an error instead of an empty list if recent records cannot be read", () => {
  const html = showFailed(noAnswer, [recentsOptions().queryKey], <RecentRecords types={[]} />)
  expect(html).not.toContain(messages.records.start.noRecent)
  expect(html).toContain(messages.errors.codes.unreachable.title)
  expect(html).toContain(messages.errors.actions.retry)
})
