import { IntlProvider } from "use-intl"
import { expect, it } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { runHook } from "./testing/run-hook"
import { usePageTitle } from "./use-page-title"

const run = () =>
  runHook(usePageTitle, undefined, (hook) => (
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      {hook}
    </IntlProvider>
  ))

it("calls the page so while its name is known, and gives the server's title back", async () => {
  const { show } = await run()
  document.title = "Department · Workplace Reporting"
  await show("Aarhus")
  expect(document.title).toBe("Aarhus · Workplace Reporting")
  await show("Aarhus C")
  expect(document.title).toBe("Aarhus C · Workplace Reporting")
  await show(undefined)
  expect(document.title).toBe("Department · Workplace Reporting")
})

it("leaves the title that the next page has set", async () => {
  const { show } = await run()
  document.title = "Exports · Workplace Reporting"
  await show("This page could not be shown")
  document.title = "Overview · Workplace Reporting"
  await show(undefined)
  expect(document.title).toBe("Overview · Workplace Reporting")
})
