import { describe, expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { checkValue, type Json } from "@/lib/catalogue/openapi/testing/answer-check"
import { sampleDepartment } from "../../testing/departments"
import { guidOf } from "../../testing/small-data"
import { describeService } from "../describe-api"
import { checkAnswer } from "./answer-check"

const address = { baseUrl: "http://h/api", tokenUrl: "http://h/oidc/token", scopePrefix: "svc.api" }
const document = describeService(catalogue, "v1", address) as Json

const check = (field: string, value: unknown) => {
  const { dataSource: _, ...department } = sampleDepartment()
  const body = JSON.parse(JSON.stringify({ data: { ...department, [field]: value } }))
  return checkValue(
    document,
    { $ref: "#/components/schemas/DepartmentWithoutDataSourceAnswer" },
    body,
  )
}

describe("a described department", () => {
  test.each([
    ["creationDateTime", "2026-01-01T08:00:00.1234567Z"],
    ["lastModifiedDateTime", "2026-01-01T08:00:00+00:00"],
    ["url", "http://127.0.0.1/api/v1/departments"],
    ["defaultPhoneCountryCode", 2 ** 40],
    ["city", null],
  ])("can have the %s %j", (field, value) => {
    expect(check(field, value)).toEqual([])
  })

  // rules: OpenAPI 2
  test.each([
    ["id", "no guid"],
    ["id", guidOf("upper").toUpperCase()],
    ["creationDateTime", "2026-01-01T08:00:00"],
    ["creationDateTime", "2026-01-01"],
    ["defaultPhoneCountryCode", 4.5],
    ["phoneNumber", { countryCode: 45, number: "1", extension: "2" }],
    ["phoneNumber", { countryCode: 45 }],
    ["colour", "red"],
    ["name", null],
    ["city", undefined],
  ])("cannot have the %s %j", (field, value) => {
    expect(check(field, value)).toHaveLength(1)
  })
})

describe("a response", () => {
  const [participations] = catalogue.operations.filter(({ deprecated }) => deprecated)
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": "1",
    deprecation: "@1",
    link: "</new>",
  }
  const refusal = JSON.stringify({ errorCode: "rate_limited", message: "Wait." })
  const faults: [what: string, body: string, init: ResponseInit, problem: string][] = [
    ["of an unknown status", "{}", { status: 418 }, "418 is not described."],
    [
      "of an unknown content type",
      "{}",
      { headers: { ...headers, "content-type": "text/json" } },
      "text/json is not described.",
    ],
    ["without a header that it must have", refusal, { status: 429 }, "Retry-After is missing."],
    [
      "with a header of another type",
      refusal,
      { status: 429, headers: { ...headers, "retry-after": "soon" } },
      "Retry-After /: Invalid input: expected number, received NaN",
    ],
    [
      "of a code that its status does not tell",
      refusal,
      { status: 403, headers: { ...headers, "www-authenticate": "Bearer" } },
      "`rate_limited` is not described.",
    ],
  ]

  test.each(faults)("%s is reported", async (_what, body, init, problem) => {
    if (!participations) throw new Error("No operation is deprecated.")
    const answer = new Response(body, { headers, ...init })
    expect(await checkAnswer(document, participations, answer)).toEqual([problem])
  })
})
