import { expect, test } from "vitest"
import { catalogue } from "../../catalogue"
import { createUpstreamHider } from "./hide-upstream"

const apiUrl = "https://platform.test:8443/api"
const { hide, hideIn } = createUpstreamHider(catalogue, { apiUrl, tokenUrl: `${apiUrl}/token` })
const id = "6e0c4b32-0d83-4e1f-9a55-0c1f7a0a8a11"

test("The platform's address is removed from the text of a response, and nothing else.", () => {
  const data = [
    { name: 'æøå \\ " {"', url: `${apiUrl}/v1.4/modules/${id}/stages` },
    { name: 'See "https://PLATFORM.test:8443/x" and platform.test:8443.', value: 1.5 },
    { name: "https://other.test/platform.test:84", nested: [`${apiUrl}/v1.4/departments`, null] },
  ]
  const json = JSON.stringify(data)
  expect(JSON.parse(hideIn(json))).toEqual(hide(data))
  const escaped = json.replaceAll("platform", "\\u0070latform").replaceAll("/", "\\/")
  expect(JSON.parse(hideIn(escaped))).toEqual(hide(data))
  const other = '[{"name":"\\u00e6 \\u00e9", "value":1.50}]'
  expect(hideIn(other)).toBe(other)
})
