import { expect, it, vi } from "vitest"
import { useSignedIn } from "./signed-out"
import { runHook } from "./testing/run-hook"

const unauthenticated = new Response(null, { status: 401 })
const welcome = new Response(null, { status: 200 })

/** Simulates sign-in messages of another tab. `answers` responds to the checks in request order. */
function openTab() {
  const heard = new Set<() => void>()
  class Channel {
    addEventListener = (_: string, listener: () => void) => heard.add(listener)
    close = () => heard.clear()
  }
  vi.stubGlobal("BroadcastChannel", Channel)
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal("fetch", () => new Promise((answer) => answers.push(answer)))
  return { notify: () => [...heard].map((listener) => listener()), answers }
}

it("continues once if several checks find the person signed in, and ignores stale responses", async () => {
  const { notify, answers } = openTab()
  const goOn = vi.fn()
  const { now, act } = await runHook(useSignedIn, goOn)
  await act(() => {
    notify()
    notify()
  })
  expect(answers).toHaveLength(3)
  await act(() => {
    answers[1]?.(welcome)
    answers[2]?.(welcome)
  })
  await act(() => answers[0]?.(unauthenticated))
  expect(now()).toBe("same")
  expect(goOn).toHaveBeenCalledTimes(1)
})
