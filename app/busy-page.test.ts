import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { locales } from "@/lib/client/messages"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { printBusyPage } from "./busy-page"

test.each(locales)("the busy page explains the overload in %s and reloads by itself", (locale) => {
  const { title, detail } = messagesOf(locale).frame.busyPage
  const sent = [
    { cookie: `a=b; locale=${locale}`, "accept-language": "fr" },
    { cookie: `__Host-locale=${locale}` },
    { "accept-language": `fr, ${locale};q=0.5` },
  ]
  for (const headers of sent) {
    const { type, text } = printBusyPage({ headers }, 2)
    expect(type).toBe("text/html; charset=utf-8")
    expect(text).toContain(`<html lang="${locale}">`)
    expect(text).toContain(`<h1>${title}</h1><p>${detail}</p>`)
    expect(text).toContain('<meta http-equiv="refresh" content="2">')
  }
})

test("its content security policy allows only its own inline styles", () => {
  const { text, headers } = printBusyPage({ headers: {} }, 2)
  const [, styles = ""] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  const hash = createHash("sha256").update(styles).digest("base64")
  expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`)
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';/)
  expect(text).not.toMatch(/<script|<link|src=| on\w+=/)
})
