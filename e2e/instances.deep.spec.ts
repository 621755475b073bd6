import { signIn } from "@/lib/session/testing/sign-in"
import { type CookieBrowser, createCookieBrowser } from "@/service/testing/browser"
import { expect, people, test } from "./people"
import { type Instance, type Instances, startInstances } from "./start-instances"

const highscores = "/api/v1/highscores?limit=1000"
const ownHeaders = (origin: string) => ({
  origin,
  "x-requested-with": "dashboard",
  "content-type": "application/json-patch+json",
})

/** One of an instance's metrics, summed over its labels. */
async function readFigure({ url }: Instance, name: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, "gm"))
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0)
}

async function readsCostOneCallEach({ open }: CookieBrowser, { instances, recorder }: Instances) {
  for (const { url } of instances)
    for (const source of ["live", "cache", "cache"]) {
      const answer = await open(`${url}${highscores}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get("x-data-source")).toBe(source)
    }
  const calls = recorder.calls.filter(({ path }) => path.includes("/v1/highscores"))
  expect(calls).toHaveLength(instances.length)
}

async function quotaIsOne({ open }: CookieBrowser, { instances, recorder }: Instances) {
  const questions = instances.flatMap(({ url }, index) =>
    [0, 1].map((half) => `${url}${highscores.replace("1000", `${900 + 2 * index + half}`)}`),
  )
  const answers = await Promise.all(questions.map((example) => open(example)))
  expect(answers.map((answer) => answer.status)).toEqual(questions.map(() => 200))
  expect(recorder.calls.filter(({ path }) => path === "/oidc/token")).toHaveLength(1)
  for (const instance of instances)
    await expect
      .poll(() => readFigure(instance, "workplace_reporting_quota_used"))
      .toBe(recorder.calls.length)
}

/** Edits one department at two instances and waits until every instance shows it. */
async function editReachesAll({ open }: CookieBrowser, { instances, balancer }: Instances) {
  const list = await open(`${balancer.url}/api/v1.4/departments?type=Store&limit=100`)
  const [{ id, addressLine2 }] = (await list.json()).data
  const read = async ({ url }: Instance) => {
    const answer = await open(`${url}/api/v1.4/departments?id=${id}`)
    return (await answer.json()).data[0].addressLine2
  }
  const write = (at: Instance | undefined, value: string | null) =>
    open(`${at?.url}/api/v1.2/departments/${id}`, {
      method: "PATCH",
      headers: ownHeaders(balancer.url),
      body: JSON.stringify([{ op: "replace", path: "/addressLine2", value }]),
    })
  expect(await Promise.all(instances.map(read))).toEqual(instances.map(() => addressLine2))
  for (const [index, value] of ["Behind the mill", addressLine2].entries()) {
    expect((await write(instances[index], value)).status).toBe(200)
    for (const instance of instances) await expect.poll(() => read(instance)).toBe(value)
  }
}

const isListening = ({ url }: Instance) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

/**
 * Sends `atOnce` requests at a time without a pause until the returned function is called, which
 * returns the count of each status or error.
 */
function readOn({ open }: CookieBrowser, url: string, atOnce = 3) {
  const statuses = new Map<number | string, number>()
  let isOver = false
  const read = async () => {
    while (!isOver) {
      const status = await open(url)
        .then((answer) => answer.text().then(() => answer.status))
        .catch(String)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const readers = Promise.all(Array.from({ length: atOnce }, read))
  return async () => {
    isOver = true
    await readers
    return Object.fromEntries(statuses)
  }
}

/** Removes each instance in turn from the balancer, stops it, starts it again and puts it back. */
async function restartsInTurn(browser: CookieBrowser, running: Instances) {
  const { instances, balancer, start } = running
  const { ports } = balancer
  const stopReading = readOn(browser, `${balancer.url}${highscores}`)
  for (const [index, { port, child }] of instances.entries()) {
    balancer.ports = ports.filter((each) => each !== port)
    await child.stop()
    expect(await child.ended).toContain("exit code 0")
    instances[index] = await start(`${port} anew`, port)
    balancer.ports = ports
  }
  const { 200: answered, ...failed } = await stopReading()
  expect(failed).toEqual({})
  expect(answered).toBeGreaterThan(100)
}

async function stopsInOrder({ open }: CookieBrowser, { instances, balancer, recorder }: Instances) {
  const last = instances[2]
  if (!last) throw new Error("There are three instances.")
  const accept = { accept: "text/event-stream" }
  const stream = open(`${last.url}/api/quota`, { headers: accept })
  const calls = recorder.calls.length
  const release = recorder.hold()
  const answer = open(`${last.url}/api/v1/highscores?limit=899`)
  await expect.poll(() => recorder.calls.length).toBe(calls + 1)
  balancer.ports = balancer.ports.slice(0, 2)
  const stopped = last.child.stop()
  const events = await stream
  expect(events.status).toBe(200)
  expect(await events.text()).toContain("data: {")
  await expect.poll(() => isListening(last)).toBe(false)
  release()
  expect((await (await answer).json()).data.length).toBeGreaterThan(0)
  await stopped
  expect(await last.child.ended).toContain("exit code 0")
  expect(last.readLog()).toContain('"msg":"stopped"')
  expect((await open(`${balancer.url}${highscores}`)).status).toBe(200)
}

async function signOutIsEverywhere({ open }: CookieBrowser, { instances, balancer }: Instances) {
  const left = instances.slice(0, 2)
  const statusAt = async ({ url }: Instance) => (await open(`${url}${highscores}`)).status
  expect(await Promise.all(left.map(statusAt))).toEqual([200, 200])
  const headers = ownHeaders(balancer.url)
  const ended = await open(`${left[0]?.url}/api/sessions`, { method: "DELETE", headers })
  expect(await ended.json()).toEqual({ ended: 1 })
  for (const instance of left) await expect.poll(() => statusAt(instance)).toBe(401)
}

// Both tests edit the same department.
test.describe.configure({ mode: "default" })

// rules: Rate limit 3
test("three instances act as one dashboard, and one of them shuts down gracefully", {
  tag: "@edits",
}, async () => {
  const running = await startInstances({})
  try {
    const browser = createCookieBrowser()
    await signIn(browser, { origin: running.balancer.url }, people.admin)
    const story = [
      readsCostOneCallEach,
      quotaIsOne,
      editReachesAll,
      restartsInTurn,
      stopsInOrder,
      signOutIsEverywhere,
    ]
    for (const part of story) await test.step(part.name, () => part(browser, running))
  } finally {
    await running.stop()
  }
})

test("three instances restart in turn under 200 concurrent requests, and no request fails", {
  tag: "@edits",
}, async () => {
  test.setTimeout(240_000)
  const running = await startInstances({ DRAIN_SECONDS: "2" })
  const { instances, balancer, recorder, start } = running
  const ports = [...balancer.ports]
  const stopWatching = balancer.watch(ports)
  try {
    const browser = createCookieBrowser()
    await signIn(browser, { origin: balancer.url }, people.admin)
    const stopReading = readOn(browser, `${balancer.url}${highscores}`, 200)
    for (const [index, { port, child }] of instances.entries()) {
      await child.stop()
      expect(await child.ended).toContain("exit code 0")
      instances[index] = await start(`${port} anew`, port)
      await expect.poll(() => [...balancer.ports].toSorted()).toEqual(ports.toSorted())
    }
    const { 200: answered = 0, ...failed } = await stopReading()
    expect(failed).toEqual({})
    expect(answered).toBeGreaterThan(1000)
    expect(recorder.calls.length).toBeLessThan(95)
  } finally {
    stopWatching()
    await running.stop()
  }
})
