import { afterEach, expect, test, vi } from "vitest"
import { writeCookie } from "./use-choice"

afterEach(() => vi.unstubAllGlobals())

/** The cookies that a page writes under a protocol. */
function writtenUnder(protocol: string, value: string | undefined): string[] {
  const written: string[] = []
  vi.stubGlobal("window", { location: { protocol } })
  vi.stubGlobal("document", {
    set cookie(text: string) {
      written.push(text)
    },
  })
  writeCookie("locale", value)
  return written
}

test("under https a choice is a secure __Host- cookie and replaces the plain one", () => {
  expect(writtenUnder("https:", "da")).toEqual([
    "locale=; path=/; max-age=0; samesite=lax",
    "__Host-locale=da; path=/; max-age=31536000; samesite=lax; secure",
  ])
  expect(writtenUnder("https:", undefined).at(-1)).toBe(
    "__Host-locale=; path=/; max-age=0; samesite=lax; secure",
  )
})

test("under http the cookie has no prefix, because browsers would reject it", () => {
  expect(writtenUnder("http:", "da")).toEqual(["locale=da; path=/; max-age=31536000; samesite=lax"])
})
