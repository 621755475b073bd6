import * as fc from "fast-check"
import {
  type Catalogue,
  type ListOperation,
  type Operation,
  printListQuery,
  printPath,
} from "@/lib/catalogue"
import { arbitraryQuery } from "@/lib/records/testing/arbitraries"
import { guidOf } from "../../testing/small-data"
import { parametersAt } from "./fixtures"
import { identityRequest } from "./fuzz-identity"
import { type FuzzRequest, share } from "./fuzz-request"
import { publicTarget } from "./fuzz-targets"
import { nasty, spoilt } from "./nasty"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "FOO"]

function arbitraryListQuery(operation: ListOperation): fc.Arbitrary<string> {
  const paging = fc.constantFrom("", "limit=3", "limit=5000", "offset=4", "limit=2&offset=1")
  return fc
    .tuple(arbitraryQuery(operation), paging)
    .map(([query, more]) => [`${printListQuery(operation, query)}`, more].filter(Boolean).join("&"))
}

const junkQuery = fc.oneof(
  fc
    .tuple(fc.constantFrom("sort", "limit", "offset", "cursor", "id", "name"), nasty)
    .map(([name, value]) => `${name}=${value}`),
  nasty,
  fc.constantFrom("a=1&".repeat(600), "name=x&name=x", "cursor=a.b.c.d.e", "sort=,", "[eq]=1"),
)

function arbitraryTarget(operation: Operation): fc.Arbitrary<string> {
  const path = fc
    .constantFrom("here", "here", "there", "nowhere" as "here")
    .map((fixture) => `/api${printPath(operation, parametersAt(operation, fixture))}`)
  const query =
    operation.kind === "list"
      ? fc.oneof(share(6, spoilt(arbitraryListQuery(operation), 60)), share(2, junkQuery))
      : fc.oneof(share(3, fc.constant("")), share(1, junkQuery))
  return fc
    .tuple(spoilt(path, 20), query)
    .map(([before, after]) => (after === "" ? before : `${before}?${after}`))
}

const bearer = "Authorization: Bearer {token}"
const authorization = fc.oneof(
  share(8, fc.constant([bearer])),
  share(
    1,
    spoilt(fc.constant(bearer), 100).map((line) => [line]),
  ),
  share(
    1,
    fc.constantFrom<string[]>(
      [],
      ["Authorization:"],
      ["Authorization: Basic ZGVtbzpkZW1v"],
      ["Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzY29wZSI6InN2Yy5hcGkifQ."],
      [bearer, bearer],
      [`Authorization: Bearer ${"a.".repeat(2000)}`],
    ),
  ),
)

const otherHeaders = fc.array(
  spoilt(
    fc.constantFrom(
      "Accept: application/json",
      "Accept-type: application/json",
      "Accept: text/html;q=0.9, */*",
      "Accept-Encoding: gzip, br",
      "X-Request-Id: trace-42",
      "X-Forwarded-For: 10.0.0.1, ::1",
      "X-Forwarded-Host: other.example",
      "X-HTTP-Method-Override: PATCH",
      "If-None-Match: *",
      "Range: bytes=0-10",
      "Cookie: a=b; c=d",
      `X-Long: ${"a".repeat(5000)}`,
    ),
    6,
  ),
  { maxLength: 3 },
)

const contentType = fc.constantFrom(
  ...Array.from({ length: 12 }, () => "application/json-patch+json"),
  "application/json",
  "text/plain",
  "application/json; charset=utf-16",
  "",
  "multipart/form-data",
  "*/*",
)

const patchValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  nasty,
  fc.constantFrom<unknown>("Region", null, guidOf("here department"), {
    countryCode: 45,
    number: "1",
  }),
)

const patchPath = spoilt(
  fc.constantFrom(
    "/name",
    "/type",
    "/parentId",
    "/phoneNumber/number",
    "/selectedCultures/-",
    "/locales/0",
    "/id",
    "/email",
    "/timeZone",
    "/lastModifiedDateTime",
    "/__proto__/a",
    "",
    "/a~0b~1c",
  ),
  30,
)

const patchOperation = fc.record(
  {
    op: spoilt(fc.constantFrom("add", "remove", "replace", "move", "copy", "test"), 10),
    path: patchPath,
    from: patchPath,
    value: patchValue,
  },
  { requiredKeys: ["op", "path"] },
)

const patchBody = fc.oneof(
  share(
    8,
    spoilt(
      fc.array(patchOperation, { maxLength: 4 }).map((patch) => JSON.stringify(patch)),
      15,
    ),
  ),
  share(1, fc.json({ maxDepth: 3 })),
  share(
    1,
    fc.constantFrom(
      "",
      "null",
      "{}",
      "[[]]",
      '"patch"',
      "[",
      `${"[".repeat(30_000)}`,
      "\ufeff[]",
      `[{"op":"add","path":"/name","value":"${"a".repeat(70_000)}"}]`,
      JSON.stringify(Array.from({ length: 60 }, () => ({ op: "test", path: "/id", value: 1 }))),
      '[{"op":"test","path":"/name","op":"add","value":1e999}]',
    ),
  ),
)

const sent = fc.oneof(
  share(40, fc.constant(undefined)),
  share(
    1,
    fc.nat({ max: 999 }).map((part) => part / 1000),
  ),
)

const apiHeaders = fc
  .tuple(authorization, otherHeaders, contentType)
  .map(([own, others, type]) => [...own, ...others, `Content-Type: ${type}`])

function requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const body = fc.oneof(
    share(operation.kind === "patch" ? 9 : 0, patchBody),
    share(1, fc.constantFrom("", "", "", "body", "[]")),
  )
  const method = fc.oneof(
    share(8, fc.constant<string>(operation.method)),
    share(1, fc.constantFrom(...methods)),
  )
  return fc.record({ method, target: arbitraryTarget(operation), headers: apiHeaders, body, sent })
}

const publicRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method: fc.oneof(share(4, fc.constant("GET")), share(1, fc.constantFrom(...methods))),
  target: publicTarget,
  headers: otherHeaders,
  body: fc.constant(""),
  sent,
})

/**
 * Requests derived from valid ones, most of them corrupted. Seven of ten go to the API, a quarter
 * of those as patches. The others go to the identity server and to the public paths.
 */
export function arbitraryRequest(catalogue: Catalogue): fc.Arbitrary<FuzzRequest> {
  const weightOf = ({ kind }: Operation) => (kind === "patch" ? 4 : 1)
  const api = fc.oneof(
    ...catalogue.operations.map((operation) => share(weightOf(operation), requestOf(operation))),
  )
  return fc.oneof(share(14, api), share(5, identityRequest), share(1, publicRequest))
}
