import { api } from "./api"
import { ApiProblem, readProblem } from "./api-problem"

/** Ends all sessions of the person who is signed in, in every browser; throws `ApiProblem`. */
export async function endMySessions(): Promise<void> {
  await api.delete("/api/sessions").catch((error: unknown) => {
    const isOver = error instanceof ApiProblem && error.status === 401
    if (!isOver) throw error
  })
}

const own = { credentials: "same-origin", redirect: "error", cache: "no-store" } as const

const textOf = (json: unknown, name: string): string =>
  String(Reflect.get(Object(json), name) ?? "")

/** Ends this session; throws `ApiProblem` where it may go on. */
export async function endThisSession(): Promise<void> {
  const token = await fetch("/api/auth/csrf", own)
  if (!token.ok) throw new ApiProblem(await readProblem(token))
  const csrfToken = textOf(await token.json(), "csrfToken")
  const answer = await fetch("/api/auth/signout", {
    ...own,
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl: "/signin", json: "true" }),
  })
  if (!answer.ok) throw new ApiProblem(await readProblem(answer))
  const isRefused = textOf(await answer.json(), "url").includes("csrf=true")
  if (isRefused) throw new ApiProblem({ status: 403, code: "cross_site", title: "", detail: "" })
}
