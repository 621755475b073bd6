import { expect, test } from "vitest"
import { loadProgressSchema } from "./progress"
import { createProgressDisplay, openProgressDisplay } from "./progress-display"

const progress = { rows: 10, allRows: 20, share: 0.5, rowsPerSecond: 5 }

function openDisplay(terminal: { isTTY?: boolean; columns?: number }) {
  const screen = { now: 0, text: "" }
  const write = (text: string) => {
    screen.text += text
  }
  const display = createProgressDisplay({ stream: { ...terminal, write }, clock: () => screen.now })
  return { screen, display }
}

test("On a terminal one line is redrawn at most ten times a second and ended once.", () => {
  const { screen, display } = openDisplay({ isTTY: true, columns: 60 })
  for (screen.now = 0; screen.now < 1_000; screen.now += 10) display.show(progress)
  display.show({ ...progress, share: 1 })
  display.end()
  display.end()
  const drawn = screen.text.split("\r\u001b[K").slice(1)
  expect(drawn).toHaveLength(11)
  expect(drawn[0]).toMatch(/^\[#+-+\] {2}50 % {2}10 of 20 rows {2}5 rows\/s$/)
  expect(drawn.at(-1)).toMatch(/^\[#+\] 100 % .*\n$/)
  expect(screen.text.match(/\n/g)).toHaveLength(1)
})

test("A terminal stays unchanged if nothing was loaded.", () => {
  const { screen, display } = openDisplay({ isTTY: true })
  display.end()
  expect(screen.text).toBe("")
})

test("Without a terminal one plain line is written every ten seconds.", () => {
  const { screen, display } = openDisplay({})
  for (screen.now = 0; screen.now <= 25_000; screen.now += 100) display.show(progress)
  display.end()
  expect(screen.text).toBe("Demo data: 50 %  10 of 20 rows  5 rows/s\n".repeat(2))
})

test("A child process sends and logs its progress, and any other draws a bar or logs.", () => {
  const calls: string[] = []
  const lines = { show: () => calls.push("log"), end: () => calls.push("end") }
  const send = (message: unknown) => {
    expect(loadProgressSchema.parse(message)).toEqual(progress)
    calls.push("send")
  }
  const terminal = { isTTY: true, write: () => calls.push("bar") }
  const clock = () => 0
  for (const outputs of [
    { send, terminal },
    { send: undefined, terminal },
    { send: undefined, terminal: undefined },
  ]) {
    const display = openProgressDisplay({ lines, clock, ...outputs })
    display.show(progress)
    display.end()
  }
  expect(calls).toEqual(["log", "send", "end", "bar", "bar", "log", "end"])
})
