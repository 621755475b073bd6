import { ApiProblem, readProblem } from "./api-problem"

/** Ends all sessions of the person who is signed in, in every browser; throws `ApiProblem`. */
export async function endMySessions(): Promise<void> {
  const answer = await fetch("/api/sessions", {
    method: "DELETE",
    headers: { "x-requested-with": "dashboard", "content-type": "application/json" },
    credentials: "same-origin",
    redirect: "error",
    cache: "no-store",
  })
  const isOver = answer.ok || answer.status === 401
  if (!isOver) throw new ApiProblem(await readProblem(answer))
}
