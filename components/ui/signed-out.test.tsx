import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { ApiProblem } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { TreeProblem } from "../departments/tree/tree-states"
import { ReadFailure, RefusedNotice } from "../edits/notices"
import { ChangeProblem } from "./change-problem"
import { ReadProblem } from "./read-problem"

const details = { status: 401, code: "unauthenticated", title: "", detail: "" }
const problem = new ApiProblem(details)
const nothing = () => {}
const { title, kept } = messages.signin.signedOut

test.each<[string, boolean, ReactNode]>([
  ["a change", true, <ChangeProblem key="" error={problem} />],
  ["a change of a department", true, <RefusedNotice key="" problem={problem} />],
  ["a list", false, <ReadProblem key="" error={problem} onRetry={nothing} />],
  ["the activity", false, <ReadFailure key="" error={problem} onRetry={nothing} />],
  ["the tree", false, <TreeProblem key="" problem={problem} onRetry={nothing} />],
])("a signed-out error of %s offers a sign-in link", (_, keeps, shown) => {
  const html = renderToString(
    <IntlProvider locale="en" messages={messages} timeZone="UTC" onError={nothing}>
      {shown}
    </IntlProvider>,
  )
  expect(html).toContain(title)
  expect(html.includes(kept)).toBe(keeps)
  expect(html).toMatch(/<a href="\/signin\?callbackUrl=[^"]*" target="_blank"/)
})
