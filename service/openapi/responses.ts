import type { Operation } from "@/lib/catalogue"
import { type JsonObject, refer } from "./json"
import { answerName } from "./schemas"

const header = (description: string, type = "string") => ({ description, schema: { type } })

const challenge = { "WWW-Authenticate": header("What the token lacks (RFC 6750).") }
const retry = { "Retry-After": header("Seconds to wait.", "integer") }

/** Every refusal by its status: what it says and the headers it carries (decisions "Errors"). */
const refusals: { readonly [status: string]: readonly [description: string, headers?: object] } = {
  400: ["The path, query or body cannot be used, or a feature is not enabled."],
  401: ["There is no valid access token.", challenge],
  403: ["The token has none of the accepted scopes.", challenge],
  404: ["The path names something that is not there."],
  409: ["A test of the patch failed, so nothing was changed."],
  410: ["The cursor has expired; start again from the first page."],
  413: ["The body is larger than 64 KiB."],
  415: ["The body is of another content type."],
  422: ["The patch cannot be applied; details names each path."],
  429: ["Too many requests.", retry],
  500: ["Something went wrong in the service."],
  503: ["The service cannot answer right now."],
}

const patchOnly = ["409", "413", "415", "422"]

function canRefuse(operation: Operation, status: string): boolean {
  if (patchOnly.includes(status)) return operation.kind === "patch"
  return status !== "410" || operation.kind === "list"
}

const jsonContent = (schema: string) => ({
  "application/json": { schema: refer("schemas", schema) },
})

/** The shared refusals, named after their statuses. */
export const refusalResponses: JsonObject = Object.fromEntries(
  Object.entries(refusals).map(([status, [description, headers]]) => [
    `Refusal${status}`,
    { description, ...(headers && { headers }), content: jsonContent("Error") },
  ]),
)

const deprecationHeaders = {
  Deprecation: header("Since when the operation is deprecated (RFC 9745)."),
  Link: header("The successor version."),
}

/** What an operation answers: its envelope, or one of the refusals that it can meet. */
export const describeResponses = (operation: Operation): JsonObject => ({
  200: {
    description: operation.title,
    ...(operation.deprecated && { headers: deprecationHeaders }),
    content: jsonContent(answerName(operation)),
  },
  ...Object.fromEntries(
    Object.keys(refusals)
      .filter((status) => canRefuse(operation, status))
      .map((status) => [status, refer("responses", `Refusal${status}`)]),
  ),
})
