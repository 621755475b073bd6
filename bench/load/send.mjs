// A process of its own, so that asking costs the measured ones nothing: a plan as JSON in, a line of JSON out with
// `[request, begun, took, status, waits]` of each answer, in milliseconds; status 0 is a connection that broke,
// `waits` says that the answer has Retry-After. Ends by itself when the plan's time is over.
import { json } from "node:stream/consumers"
import { setTimeout as delay } from "node:timers/promises"

const { origin, cookies, requests, seconds, thinkMs, perSecond } = await json(process.stdin)
const started = performance.now()
const answers = []
const isOver = () => performance.now() - started >= seconds * 1000

/** Which request comes next, each as often as its share of all shares. */
function choose() {
  const point = Math.random() * requests.reduce((sum, { share }) => sum + share, 0)
  let before = 0
  for (const [index, { share }] of requests.entries()) {
    before += share
    if (point < before) return index
  }
  return 0
}

async function ask(cookie) {
  const index = choose()
  const begun = performance.now()
  const headers = { cookie, "accept-encoding": "gzip" }
  const note = (status, waits) =>
    answers.push([index, Math.round(begun - started), performance.now() - begun, status, waits])
  try {
    const answer = await fetch(`${origin}${requests[index].path}`, { headers, redirect: "manual" })
    for await (const _ of answer.body ?? []);
    note(answer.status, answer.headers.has("retry-after"))
  } catch {
    note(0, false)
  }
}

/** Somebody who reads, looks at it, and goes on. */
async function browse(cookie) {
  await delay(Math.random() * thinkMs)
  while (!isOver()) {
    await ask(cookie)
    await delay(thinkMs * (0.5 + Math.random()))
  }
}

/** So many requests in each second, whatever becomes of those before. */
async function flood() {
  const asked = []
  while (!isOver()) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
    while (asked.length < due) asked.push(ask(cookies[asked.length % cookies.length]))
    await delay(5)
  }
  await Promise.all(asked)
}

await (perSecond === undefined ? Promise.all(cookies.map(browse)) : flood())
process.stdout.write(JSON.stringify(answers))
