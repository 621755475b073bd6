import "server-only"
import type { Catalogue } from "../../catalogue"
import { erasureContract } from "../../contract"
import type { Pool } from "../../db"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { erasePerson, findPersonToErase, type RecordErasure } from "./erase-person"

export interface ErasureRoutesParts {
  readonly catalogue: Catalogue
  readonly pool: Pool
  /** Records which administrator erased somebody. */
  readonly recordErasure: (by: string) => RecordErasure
  /** Invalidates cached answers on all instances. */
  readonly forgetAnswers: () => Promise<unknown>
}

export const erasureRoutes = ({
  catalogue,
  pool,
  recordErasure,
  forgetAnswers,
}: ErasureRoutesParts): readonly BoundRoute[] =>
  bindRoutes(erasureContract, {
    findPersonToErase: ({ body: { ids } }) => findPersonToErase(pool, ids),
    async erasePerson({ session, body: { ids, replacesNames } }) {
      const { label, counts } = await erasePerson({
        pool,
        catalogue,
        person: await findPersonToErase(pool, ids),
        replacesNames,
        recordErasure: recordErasure(session.sub),
      })
      await forgetAnswers()
      return { label, counts: [...counts] }
    },
  })
