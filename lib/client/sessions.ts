import { queryOptions } from "@tanstack/react-query"
import type { OwnSession, SignedInPerson } from "@/lib/contract"
import { api, apiKey, apiOptions } from "./api"
import { ApiProblem } from "./api-problem"

export type { OwnSession, SignedInPerson }

/** The sessions of the signed-in person, last used first. */
export const mySessionsOptions = () =>
  queryOptions({ ...apiOptions("/api/sessions"), staleTime: 0 })

/** Ends one of the person's own sessions, even if it has ended already; throws `ApiProblem`. */
export async function endMySession(session: string): Promise<void> {
  await api
    .delete("/api/sessions/own/{session}", { parameters: { session } })
    .catch((error: unknown) => {
      const isOver = error instanceof ApiProblem && error.status === 404
      if (!isOver) throw error
    })
}

/** Ends all of the person's own sessions except this one; throws `ApiProblem`. */
export const endMyOtherSessions = () => api.delete("/api/sessions/own/others")

/**
 * Signed-in people whose id equals the text, or whose name or e-mail contains it; for
 * administrators.
 */
export const signedInPeopleOptions = (text: string) =>
  queryOptions({
    queryKey: [...apiKey("/api/sessions"), "people", text],
    queryFn: ({ signal }) => api.post("/api/sessions/people/lookup", { body: { text }, signal }),
    staleTime: 0,
  })

/** Ends all sessions of a person; throws `ApiProblem`. */
export const endPersonsSessions = (person: string) =>
  api.delete("/api/sessions/{person}", { parameters: { person } })

/** Ends everyone's sessions except this one; throws `ApiProblem`. */
export const endEverybodysSessions = () => api.delete("/api/sessions/people/all")
