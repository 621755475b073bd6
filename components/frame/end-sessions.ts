import { ApiProblem, api, forgetDrafts, readProblem } from "@/lib/client"

/** Ends all sessions of the signed-in person, in every browser; throws `ApiProblem`. */
export async function endMySessions(): Promise<void> {
  await api.delete("/api/sessions").catch((error: unknown) => {
    const isOver = error instanceof ApiProblem && error.status === 401
    if (!isOver) throw error
  })
}

const own = { credentials: "same-origin", redirect: "error", cache: "no-store" } as const

const textOf = (json: unknown, name: string): string =>
  String(Reflect.get(Object(json), name) ?? "")

/** Ends this session; throws `ApiProblem` if it may still be active. */
async function endThisSession(): Promise<void> {
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

/**
 * Signs out here and at the identity provider, and discards the person's input. The sign-in page
 * says if the session may still be active.
 */
export const leave = (person: string): Promise<void> =>
  endThisSession().then(
    () => {
      forgetDrafts(person)
      window.location.assign("/api/auth/end-session")
    },
    () => window.location.assign("/signin?error=SignOut"),
  )
