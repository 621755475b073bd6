import type { Operation } from "@/lib/catalogue"
import {
  checkHeaders,
  checkValue,
  follow,
  type Json,
} from "@/lib/catalogue/openapi/testing/answer-check"

function describedResponse(document: Json, operation: Operation, status: number) {
  const path = document["paths"]?.[`/${operation.version}${operation.path}`]
  const response = path?.[operation.method.toLowerCase()]?.["responses"]?.[status]
  return response && follow(document, response)
}

/** The differences between a response and the operation's description. */
export async function checkAnswer(
  document: Json,
  operation: Operation,
  answer: Response,
): Promise<string[]> {
  const described = describedResponse(document, operation, answer.status)
  if (!described) return [`${answer.status} is not described.`]
  const body = await answer.json()
  const [type = ""] = (answer.headers.get("content-type") ?? "").split(";")
  const content = described["content"]?.[type]
  if (!content) return [`${type} is not described.`]
  const code = body.errorCode === undefined ? "" : `\`${body.errorCode}\``
  return [
    ...checkValue(document, content["schema"], body),
    ...checkHeaders(document, described["headers"], answer.headers),
    ...(answer.headers.has("x-request-id") ? [] : ["X-Request-Id is missing."]),
    ...(String(described["description"]).includes(code) ? [] : [`${code} is not described.`]),
  ]
}
