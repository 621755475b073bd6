import "server-only"
import type { Catalogue } from "../../catalogue"
import { erasureContract } from "../../contract"
import type { Pool } from "../../db"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { erasePerson, findPersonToErase, type RecordErasure } from "./erase-person"

export interface ErasureRoutesParts {
  readonly catalogue: Catalogue
  readonly pool: Pool
  /** Records who had somebody erased; the same for a schema of a test's own. */
  readonly recordErasure: (by: string) => RecordErasure
  /** Forgets cached answers, here and on all instances. */
  readonly forgetAnswers: () => Promise<unknown>
  readonly schemas?: { readonly dashboard: string; readonly replica: string }
}

export const erasureRoutes = ({
  catalogue,
  pool,
  recordErasure,
  forgetAnswers,
  schemas,
}: ErasureRoutesParts): readonly BoundRoute[] =>
  bindRoutes(erasureContract, {
    findPersonToErase: ({ body: { ids } }) => findPersonToErase(pool, ids, schemas?.dashboard),
    async erasePerson({ session, body: { ids, replacesNames } }) {
      const { label, counts } = await erasePerson({
        pool,
        catalogue,
        person: await findPersonToErase(pool, ids, schemas?.dashboard),
        replacesNames,
        recordErasure: recordErasure(session.sub),
        ...(schemas && { schemas }),
      })
      await forgetAnswers()
      return { label, counts: [...counts] }
    },
  })
