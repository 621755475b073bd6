import { ApiProblem, readProblem } from "./api-problem"
import { personHeader } from "./signed-in-person"

/** A change to what the dashboard keeps: JSON, or a CSV file as it is. */
export interface OwnChange {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE"
  readonly json?: unknown
  readonly csv?: Blob
}

/** Sends a change to an own `/api` path with what tells it from a foreign form's; answers its JSON, undefined for 204. Throws `ApiProblem`. */
export async function sendOwn(url: string, { method, json, csv }: OwnChange): Promise<unknown> {
  const body = csv ?? (json === undefined ? undefined : JSON.stringify(json))
  const answer = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      "x-requested-with": "dashboard",
      ...personHeader(),
      "content-type": csv ? "text/csv" : "application/json",
    },
    credentials: "same-origin",
    redirect: "error",
    cache: "no-store",
    ...(body !== undefined && { body }),
  }).catch(() => {
    throw new ApiProblem({ status: 0, code: "unreachable", title: "", detail: "" })
  })
  if (!answer.ok) throw new ApiProblem(await readProblem(answer))
  return answer.status === 204 ? undefined : answer.json()
}
