import type { ErasedPerson, PersonToErase } from "@/lib/contract"
import { api } from "./api"

export type { ErasedPerson, PersonToErase }

/** Finds the person that an erasure of these ids would erase; throws `ApiProblem`. */
export const findPersonToErase = (ids: readonly string[]): Promise<PersonToErase> =>
  api.post("/api/erasure/lookup", { body: { ids: [...ids] } })

/** Erases a person permanently; throws `ApiProblem`. */
export const erasePerson = (
  ids: readonly string[],
  replacesNames: boolean,
): Promise<ErasedPerson> => api.post("/api/erasure", { body: { ids: [...ids], replacesNames } })
