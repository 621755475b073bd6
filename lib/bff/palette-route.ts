import "server-only"
import { type Catalogue, keepKinds, kindsOfDomains, type Workspace } from "../catalogue"
import { domainsOf } from "../session"
import type { SavedViews } from "../store"
import type { OwnRoute } from "./own-routes"
import { readAllViews } from "./views/saved-views-desk"

export interface PaletteRouteParts {
  readonly catalogue: Catalogue
  readonly views: SavedViews
  readonly readWorkspace: () => Promise<Workspace>
}

/** A faulty workspace file costs names here; the pages that need it say what is wrong. */
const noNames = (): Workspace => ({ entries: [] })

/** What a person may jump to beside the pages of the navigation: what the workspace names, and saved views. */
export const paletteRoute = ({ catalogue, views, readWorkspace }: PaletteRouteParts): OwnRoute => ({
  name: "read-palette",
  method: "GET",
  permit: () => {},
  async answer(session) {
    const kinds = kindsOfDomains(catalogue, domainsOf(session.roles))
    const [{ entries }, saved] = await Promise.all([
      readWorkspace().catch(noNames),
      readAllViews(catalogue, views, session),
    ])
    return { entries: keepKinds(entries, kinds), views: saved }
  },
})
