import { expect, test } from "vitest"
import { catalogue } from "../../catalogue"
import { createUpstreamHider } from "./hide-upstream"

const apiUrl = "https://platform.test:8443/api"
const { hide, hideIn } = createUpstreamHider(catalogue, { apiUrl, tokenUrl: `${apiUrl}/token` })
const id = "6e0c4b32-0d83-4e1f-9a55-0c1f7a0a8a11"

test("The platform's address disappears from the bytes of an answer, and nothing else does.", async () => {
  const data = [
    { name: 'æøå \\ " {"', url: `${apiUrl}/v1.4/modules/${id}/stages` },
    { name: 'See "https://PLATFORM.test:8443/x" and platform.test:8443.', value: 1.5 },
    { name: "https://other.test/platform.test:84", nested: [`${apiUrl}/v1.4/departments`, null] },
  ]
  const json = JSON.stringify(data)
  expect(JSON.parse((await hideIn(Buffer.from(json))).toString())).toEqual(hide(data))
  const escaped = json.replaceAll("platform", "\\u0070latform").replaceAll("/", "\\/")
  expect(JSON.parse((await hideIn(Buffer.from(escaped))).toString())).toEqual(hide(data))
  const other = Buffer.from('[{"name":"\\u00e6 \\u0041", "platform.test:8443":1}]')
  expect(await hideIn(other)).toBe(other)
})

test("It disappears wherever it stands in a long answer, also between the parts that are looked through.", async () => {
  const host = "platform.test:8443"
  for (const boundary of [1, 2].map((parts) => parts * 64 * 1024))
    for (let before = 0; before <= host.length; before += 1) {
      const json = Buffer.from(JSON.stringify([`${"x".repeat(boundary - before - 3)} ${host}`]))
      expect((await hideIn(json)).includes(host)).toBe(false)
    }
})
