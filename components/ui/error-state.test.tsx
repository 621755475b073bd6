import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { idOfError, UnexpectedError } from "../frame/unexpected-error"
import { ErrorState } from "./error-state"

const locales = ["en", "da", "de"] as const

const textOf = (error: unknown, locale: (typeof locales)[number] = "en") =>
  renderToStaticMarkup(
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone="UTC">
      <UnexpectedError error={error} retry={() => undefined} />
    </IntlProvider>,
  ).replace(/<[^>]+>/g, " ")

test("an error page shows the id of the server's log entry", () => {
  const failed = Object.assign(new Error("hidden by Next"), { digest: "2791204881" })
  expect(textOf(failed)).toContain("2791204881")
  expect(textOf(failed)).not.toContain("hidden by Next")
})

test("a browser error is identified by its time and message", () => {
  const time = new Date("2026-11-22T17:05:03.250Z")
  expect(idOfError(new TypeError("x is not a function"), time)).toBe(
    "2026-11-22T17:05:03Z TypeError: x is not a function",
  )
  expect(idOfError("thrown text", time)).toBe("2026-11-22T17:05:03Z thrown text")
  expect(idOfError(new Error("y".repeat(500)), time).length).toBeLessThan(200)
  expect(textOf(new TypeError("x is not a function"))).toContain("TypeError: x is not a function")
})

test("error texts do not ask for an id, and the id is shown", () => {
  for (const locale of locales) {
    const { unexpected, codes } = messagesOf(locale).errors
    for (const { detail } of [unexpected, codes.internal])
      expect(detail).not.toMatch(/\b(id|ID|id'et)\b/)
  }
  const shown = renderToStaticMarkup(
    <IntlProvider locale="en" messages={messagesOf("en")} timeZone="UTC">
      <ErrorState title="Failed" requestId="request-7" />
    </IntlProvider>,
  )
  expect(shown).toContain("request-7")
})
