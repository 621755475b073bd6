import { afterAll, afterEach, describe, expect, test } from "vitest"
import { openSharedChannel } from "../server/reads/cache/testing/open-shared-channel"
import type { Bus } from "./bus"

const server = openSharedChannel()
const open: Bus[] = []
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
})
afterAll(() => server.stop())

async function isOpen(bus: Bus): Promise<Bus> {
  open.push(bus)
  await expect.poll(bus.isConnected, { interval: 10 }).toBe(true)
  return bus
}

/** Records the messages of a topic from now on. */
function listen(bus: Bus, topic: string) {
  const heard: string[] = []
  const stop = bus.subscribe(topic, (text) => void heard.push(text))
  return { heard, stop }
}

// rules: Keepers
describe("messages between instances", () => {
  test("every instance, including the sender, receives a message once per listener of its topic", async () => {
    const [one, other] = [await isOpen(server.openBus()), await isOpen(server.openBus())]
    const ears = [one, other].map((bus) => listen(bus, "topic"))
    const elsewhere = listen(other, "top")
    const text = "two\nlines, Ünï 🎉"
    await one.publish("topic", text)
    await one.publish("topic", "")
    for (const { heard } of ears) await expect.poll(() => heard).toEqual([text, ""])
    expect(elsewhere.heard).toEqual([])
  })

  test("a listener that has unsubscribed receives nothing more", async () => {
    const bus = await isOpen(server.openBus())
    const [stopped, going] = [listen(bus, "topic"), listen(bus, "topic")]
    stopped.stop()
    await bus.publish("topic", "later")
    await expect.poll(() => going.heard).toEqual(["later"])
    expect(stopped.heard).toEqual([])
  })

  test("a message that is too long is refused", async () => {
    const bus = await isOpen(server.openBus())
    await expect(bus.publish("topic", "ä".repeat(3_500))).rejects.toThrow(RangeError)
  })

  test("a lost connection is reported when it breaks and when it is back, and messages resume", async () => {
    const bus = await isOpen(server.openBus())
    const states: boolean[] = []
    bus.onGap(() => void states.push(bus.isConnected()))
    const { heard } = listen(bus, "topic")
    await server.cutBuses()
    await expect.poll(() => states).toEqual([false, true])
    await bus.publish("topic", "after")
    await expect.poll(() => heard).toEqual(["after"])
  })
})
