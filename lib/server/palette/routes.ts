import "server-only"
import { type Catalogue, keepKinds, kindsOfDomains, type Workspace } from "../../catalogue"
import { type PaletteSource, paletteContract } from "../../contract"
import { domainsOf, type Session } from "../../session"
import { type BoundRoute, bindRoutes } from "../http/routes"

export interface PaletteRoutesParts {
  readonly catalogue: Catalogue
  readonly readViews: (session: Session) => Promise<PaletteSource["views"]>
  readonly readWorkspace: () => Promise<Workspace>
}

/** A faulty workspace file only costs names here; pages that need it report the fault. */
const noNames = (): Workspace => ({ entries: [] })

/**
 * Targets that a person can jump to besides the navigation: entries of the workspace, and saved
 * views.
 */
export const paletteRoutes = ({
  catalogue,
  readViews,
  readWorkspace,
}: PaletteRoutesParts): readonly BoundRoute[] =>
  bindRoutes(paletteContract, {
    async readPalette({ session }) {
      const kinds = kindsOfDomains(catalogue, domainsOf(session.roles))
      const [{ entries }, saved] = await Promise.all([
        readWorkspace().catch(noNames),
        readViews(session),
      ])
      return { entries: keepKinds(entries, kinds), views: saved }
    },
  })
