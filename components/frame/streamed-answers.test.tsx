import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
} from "@tanstack/react-query"
import { expect, onTestFinished, test, vi } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import {
  type AnswerText,
  listOptions,
  type StreamedAnswer,
  toProblem,
  withdrawStreamed,
} from "@/lib/client"
import { openWindow, startHook } from "../ui/testing/run-hook"
import { StreamedAnswers } from "./streamed-answers"

// Queries notify their observers in a microtask, before the next line of a test.
notifyManager.setScheduler(queueMicrotask)

const departments = findOperation(catalogue, "departments") as ListOperation
const options = listOptions(departments, {}, { filters: [], sort: [] })
const pageOf = (id: string): AnswerText => ({
  status: 200,
  headers: { "x-data-source": "live" },
  text: JSON.stringify({ data: [{ id }] }),
})

const streamed = (answer: StreamedAnswer["answer"]): StreamedAnswer[] => [
  { url: options.firstUrl, queryKey: options.queryKey, answer },
]

/**
 * A page whose query may be answered by its stream. Requests of the browser return the id "asked".
 */
async function openPage(answers: readonly StreamedAnswer[], client = new QueryClient()) {
  const asked = vi.fn(async () => new Response(pageOf("asked").text))
  const container = openWindow()
  vi.stubGlobal("fetch", asked)
  const run = startHook(
    container,
    () => useInfiniteQuery(options),
    (hook) => (
      <QueryClientProvider client={client}>
        <StreamedAnswers answers={answers}>{hook}</StreamedAnswers>
      </QueryClientProvider>
    ),
  )
  onTestFinished(() => {
    run.leave()
    client.clear()
  })
  await vi.waitFor(run.now)
  const idOf = () => run.now().data?.pages[0]?.rows?.[0]?.["id"]
  return { asked, now: run.now, idOf }
}

test("a query waits for the streamed response and sends no request", async () => {
  let send: (answer: AnswerText) => void = () => {}
  const coming = new Promise<AnswerText>((resolve) => {
    send = resolve
  })
  const { asked, now, idOf } = await openPage(streamed(coming))
  expect(now()).toMatchObject({ isPending: true, fetchStatus: "fetching" })
  send(pageOf("streamed"))
  await vi.waitFor(() => expect(idOf()).toBe("streamed"))
  expect(asked).not.toHaveBeenCalled()
})

test("a streamed error keeps its code and details", async () => {
  const problem = { code: "quota_exhausted", detail: "Later.", retryAfter: 7 }
  const refusal = { status: 503, headers: {}, text: JSON.stringify(problem) }
  const { now } = await openPage(streamed(Promise.resolve(refusal)))
  await vi.waitFor(() => expect(now().isError).toBe(true))
  expect(toProblem(now().error)).toMatchObject({ status: 503, ...problem })
})

/** A streamed response whose connection was lost. */
function lostAnswer(): StreamedAnswer["answer"] {
  const lost = Promise.reject(new Error("Connection closed."))
  lost.catch(() => {})
  return lost
}

test.each([
  ["comes too late", async () => undefined],
  ["is lost with the connection", lostAnswer],
])("if the streamed response %s, the browser sends one request", async (_, answer) => {
  const { asked, idOf } = await openPage(streamed(answer()))
  await vi.waitFor(() => expect(idOf()).toBe("asked"))
  expect(asked).toHaveBeenCalledOnce()
})

/** A query client with a cached list. */
function heldBefore() {
  const client = new QueryClient()
  client.setQueryData(options.queryKey, { pages: [], pageParams: [] })
  return client
}

test("a streamed response replaces cached data", async () => {
  const answers = streamed(Promise.resolve(pageOf("streamed")))
  const { asked, idOf } = await openPage(answers, heldBefore())
  await vi.waitFor(() => expect(idOf()).toBe("streamed"))
  expect(asked).not.toHaveBeenCalled()
})

test("after navigating back, the old streamed responses do not replace cached data", async () => {
  const answers = streamed(Promise.resolve(pageOf("streamed")))
  withdrawStreamed(answers)
  const { asked, now } = await openPage(answers, heldBefore())
  await answers[0]?.answer
  expect(now()).toMatchObject({ data: { pages: [] }, fetchStatus: "idle" })
  expect(asked).not.toHaveBeenCalled()
})
