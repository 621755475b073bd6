import { expect, it } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { EmptyOptions, type OptionSource } from "./empty-options"
import { noAnswer, showFailed } from "./testing/show-failed"

const { loading, noMatches, retry } = messages.common

const waiting = { data: undefined, error: null, isPending: true }
const failed = { data: undefined, error: noAnswer, isPending: false }
const read = { data: [], error: null, isPending: false }

const show = (state: Omit<OptionSource, "refetch"> | undefined) => {
  const source = state && { ...state, refetch: () => Promise.reject(noAnswer) }
  return showFailed(noAnswer, [], <EmptyOptions source={source}>{noMatches}</EmptyOptions>)
}

it("reports no matches only after the options have loaded", () => {
  expect(show(undefined)).toBe(noMatches)
  expect(show(read)).toBe(noMatches)
  expect(show({ ...read, error: noAnswer })).toBe(noMatches)
  expect(show(waiting)).toBe(loading)
})

it("shows why the options could not be read and offers a retry", () => {
  const html = show(failed)
  expect(html).toContain(messages.errors.codes.unreachable.title)
  expect(html).toContain(retry)
  expect(html).not.toContain(noMatches)
})
