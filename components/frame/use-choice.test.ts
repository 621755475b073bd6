import { afterEach, expect, test, vi } from "vitest"
import { writeCookie } from "./use-choice"

afterEach(() => vi.unstubAllGlobals())

/** What a page under this protocol has the browser keep. */
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

test("under https a choice is bound to this host and to https, in place of an earlier one", () => {
  expect(writtenUnder("https:", "da")).toEqual([
    "locale=; path=/; max-age=0; samesite=lax",
    "__Host-locale=da; path=/; max-age=31536000; samesite=lax; secure",
  ])
  expect(writtenUnder("https:", undefined).at(-1)).toBe(
    "__Host-locale=; path=/; max-age=0; samesite=lax; secure",
  )
})

test("under http it has its plain name, which no browser would take with the prefix", () => {
  expect(writtenUnder("http:", "da")).toEqual(["locale=da; path=/; max-age=31536000; samesite=lax"])
})
