import { afterEach, beforeEach, expect, test } from "vitest"
import { catalogue } from "../catalogue"
import { answerJson } from "../platform/testing/scripted-platform"
import { type ScriptedBff, sampleGuid, samplePath, startScriptedBff } from "./testing/test-bff"

let started: ScriptedBff
beforeEach(async () => {
  started = await startScriptedBff()
})
afterEach(() => started.stop())

const content = `/v1/contentmodules/${sampleGuid}/content`
const answerRow = (row: object) => {
  started.platform.onRead = answerJson({ count: 1, data: [row] })
}
const readRow = async () => (await started.ask(content)).body.data[0]

test("a link to a platform operation becomes the dashboard's own, and other platform URLs become null", async () => {
  const { apiUrl, origin } = started.platform
  answerRow({
    url: `${apiUrl}${content}/${sampleGuid.toUpperCase()}`,
    userUrl: `${apiUrl}/v1/users/${sampleGuid}`,
    categoryUrl: `${origin}/elsewhere`,
    featureMediaDownloadUrl: "https://media.test/picture.png",
    unknown: { deep: [`${apiUrl.toUpperCase()}/v1.4/departments`] },
  })
  expect(await readRow()).toEqual({
    url: `/api${content}/${sampleGuid}`,
    userUrl: null,
    categoryUrl: null,
    featureMediaDownloadUrl: "https://media.test/picture.png",
    unknown: { deep: [null] },
  })
})

test("the platform's address is removed from texts, and nothing else", async () => {
  const { origin } = started.platform
  const host = new URL(origin).host
  answerRow({ status: `See <a href="${origin}/page">here</a> or //${host}/x, not my${host}0.` })
  expect((await readRow()).status).toBe(`See <a href="/page">here</a> or /x, not my${host}0.`)
})

// rules: Errors 6, A report page 5
test("no response of any operation, valid or faulty, has the platform's address, token or secrets", async () => {
  const { platform, ask, logged } = started
  const host = new URL(platform.origin).host
  const planted = `${platform.apiUrl}/planted`
  const seen: string[] = []
  const nextUrl = `${platform.apiUrl}/v1.4/departments?limit=1&cursor=planted-raw-cursor`
  const scripts = [
    answerJson({ count: 1, data: [{ url: planted, note: `at ${planted}` }] }),
    answerJson({ count: 1, data: [{ note: "x" }], nextUrl, previousUrl: nextUrl }),
    answerJson({ data: { url: planted, note: `at ${planted}` } }),
    answerJson(
      {
        errorCode: "x",
        message: `See ${planted}.`,
        details: [{ parameter: planted, message: planted }],
      },
      400,
    ),
    answerJson({ message: planted }, 500),
  ]
  for (const script of scripts) {
    platform.onRead = script
    for (const operation of catalogue.operations) {
      const { text, headers } = await ask(samplePath(operation), { method: operation.method })
      seen.push(text, JSON.stringify([...headers]))
    }
  }
  const secrets = [
    host,
    "token-1",
    "planted-raw-cursor",
    "planted-client-secret",
    "planted-identity-secret",
    "a planted secret",
  ]
  for (const secret of secrets) {
    expect(seen.join("\n")).not.toContain(secret)
    expect(logged.join("\n")).not.toContain(secret)
  }
})

test("the check for leaks finds an address planted outside the hidden origins", async () => {
  answerRow({ status: "http://other-upstream.test/" })
  expect((await started.ask(content)).text).toContain("other-upstream.test")
})
