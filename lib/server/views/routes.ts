import "server-only"
import type { Catalogue } from "../../catalogue"
import { viewsContract } from "../../contract"
import { mayWrite, type Role, type Session } from "../../session"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { requireReadableRole } from "../http/sharing"
import type { Existence } from "../reads/existence"
import {
  readListedViews,
  readPinnedViews,
  readReportViews,
  requireKnownReport,
  requireOwnView,
  requirePinnable,
  requireReport,
  requireSaved,
  requireView,
} from "./service"
import type { DefaultHolder, ViewsTable } from "./table"

export interface ViewsRoutesParts {
  readonly catalogue: Catalogue
  readonly views: ViewsTable
  readonly existence: Existence
}

/** The holder of a default; only administrators may set a role's default. */
function requireHolder(session: Session, holder: "me" | Role): DefaultHolder {
  if (holder === "me") return { person: session.sub }
  if (mayWrite(session.roles)) return { role: holder }
  throw new BffError("forbidden", {
    permission: "views:write",
    detail: "Only an administrator may set what a report opens with for a whole role.",
  })
}

/**
 * Saved views: any signed-in person may call these; each response depends on the report in the
 * request.
 */
export function viewsRoutes(parts: ViewsRoutesParts): readonly BoundRoute[] {
  const { catalogue, views, existence } = parts
  return bindRoutes(viewsContract, {
    async readViews({ session, query: { report } }) {
      requireReport(catalogue, session, report)
      return readReportViews(views, session, report)
    },

    readAllViews: ({ session }) => readListedViews(catalogue, views, session),

    async saveView({ session, body: { report, pinned, ...content } }) {
      const operation = requireReport(catalogue, session, report)
      requireReadableRole(operation.domain, content.role)
      requirePinnable(report, operation, pinned)
      await requireKnownReport(existence, session, { report, operation })
      const owner = { owner: session.sub, ownerName: session.name ?? session.email ?? null }
      const pin = pinned === undefined ? {} : { pinned }
      return requireSaved(session, await views.create({ report, ...owner, ...content, ...pin }))
    },

    async changeView({ session, parameters, body }) {
      const { view, operation } = await requireOwnView(parts, session, parameters.view)
      const { changedAt, ...content } = body
      requireReadableRole(operation.domain, content.role ?? null)
      requirePinnable(view.report, operation, content.pinned)
      const since = changedAt === undefined ? undefined : Date.parse(changedAt)
      return requireSaved(session, await views.change(view.id, { ...content, since }))
    },

    async removeView({ session, parameters }) {
      const { view } = await requireOwnView(parts, session, parameters.view)
      await views.remove(view.id)
      return undefined
    },

    readPinnedViews: ({ session }) => readPinnedViews(catalogue, views, session),

    async hideView({ session, body: { view: id, hidden } }) {
      const { view } = await requireView(parts, session, id.toLowerCase())
      await views.hide(session.sub, view.id, hidden)
      return undefined
    },

    async arrangeHome({ session, body: { tiles } }) {
      await views.arrange(
        session.sub,
        tiles.map(({ view, wide }) => ({ view: view.toLowerCase(), wide })),
      )
      return undefined
    },

    async setDefaultView({ session, body: { report, for: holder, view: id } }) {
      requireReport(catalogue, session, report)
      const whose = requireHolder(session, holder)
      if (id !== null) {
        const { view } = await requireView(parts, session, id.toLowerCase())
        const fits = view.report === report && (holder === "me" || view.role === holder)
        if (!fits)
          throw new BffError("invalid_body", {
            errors: [
              { parameter: "view", message: "This view is not shared so, or of another report." },
            ],
          })
      }
      await views.setDefault(report, whose, id?.toLowerCase() ?? null)
      return undefined
    },
  })
}
