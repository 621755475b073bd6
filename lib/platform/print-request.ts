import { type Operation, type PathParameters, printPath } from "../catalogue"
import type { HttpRequest } from "./send-request"

/** What one call to an operation is made of. */
export interface RequestParts {
  readonly apiUrl: string
  readonly operation: Operation
  readonly parameters: PathParameters
  readonly token: string
  readonly requestId: string
  readonly search?: URLSearchParams
  /** JSON text of a patch. */
  readonly body?: string
}

/** The call with fresh headers: none of a browser's own is among them (specification 5.1). */
export function printRequest(parts: RequestParts): HttpRequest {
  const { apiUrl, operation, parameters, token, requestId, search, body } = parts
  const query = search?.toString()
  return {
    method: operation.method,
    url: `${apiUrl}${printPath(operation, parameters)}${query ? `?${query}` : ""}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "accept-type": "application/json",
      ...(body !== undefined && { "content-type": "application/json-patch+json" }),
      "x-request-id": requestId,
    },
    ...(body !== undefined && { body }),
  }
}
