import { expect, it } from "vitest"
import { exportsOptions } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { noAnswer, refusal, showFailed } from "../ui/testing/show-failed"
import { ExportList } from "./export-list"

const { codes } = messages.errors

it.each([
  [refusal.code, refusal, codes.shared_state_unavailable],
  [noAnswer.code, noAnswer, codes.unreachable],
])("shows why the exports could not be read, in the dashboard's own text: %s", (_, error, text) => {
  const html = showFailed(error, [exportsOptions().queryKey], <ExportList lists={{}} />)
  expect(html).toContain(`${text.title}. ${text.detail}`)
  expect(html).toContain(messages.common.retry)
  expect(html).not.toContain(refusal.detail)
})
