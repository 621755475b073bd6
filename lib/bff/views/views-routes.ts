import "server-only"
import { z } from "zod"
import { type Catalogue, parseGuid, valueTypes } from "../../catalogue"
import { mayWrite, roles, type Session } from "../../session"
import type { DefaultHolder, SavedViews } from "../../store"
import type { Existence } from "../existence"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import { requireBody } from "../require-body"
import {
  readPinnedViews,
  readReportViews,
  requireKnownReport,
  requireOwnView,
  requirePinnable,
  requireReadableRole,
  requireReport,
  requireSaved,
  requireView,
} from "./saved-views-desk"

export interface ViewsRouteParts {
  readonly catalogue: Catalogue
  readonly views: SavedViews
}

export interface SaveViewParts extends ViewsRouteParts {
  readonly existence: Existence
}

const longestSearch = 4096

const storable = (text: string) => valueTypes.string.parse(text) !== undefined
const mustBeText = { error: `must be ${valueTypes.string.expected}` }
const contentShape = {
  name: z
    .string()
    .trim()
    .min(1, "must not be blank")
    .max(100, "must be at most 100 characters long")
    .refine(storable, mustBeText),
  search: z
    .string()
    .max(longestSearch, `must be at most ${longestSearch} characters long`)
    .refine(storable, mustBeText),
  role: z.enum(roles).nullable(),
  pinned: z.boolean().optional(),
}
const reportSchema = z.string().max(100)
const creationSchema = z.strictObject({ report: reportSchema, ...contentShape })
const changeSchema = z.strictObject(contentShape).partial()
const defaultSchema = z.strictObject({
  report: reportSchema,
  for: z.enum(["me", ...roles]),
  view: z.guid().nullable(),
})

/** Everybody who is signed in may ask; each answer depends on the report that the request names. */
const permit = () => {}

/** A person's views of a report, and saving a new one. */
export const viewsRoutes = ({ catalogue, views, existence }: SaveViewParts): OwnRoutes => [
  {
    name: "read-views",
    method: "GET",
    permit,
    takes: ["report"],
    async answer(session, _request, search) {
      const report = search.get("report") ?? ""
      requireReport(catalogue, session, report)
      return readReportViews(views, session, report)
    },
  },
  {
    name: "save-view",
    method: "POST",
    permit,
    async answer(session, request) {
      const { report, pinned, ...content } = await requireBody(request, creationSchema)
      const operation = requireReport(catalogue, session, report)
      requireReadableRole(operation, content.role)
      requirePinnable(report, pinned)
      await requireKnownReport(existence, session, { report, operation })
      const owner = { owner: session.sub, ownerName: session.name ?? session.email ?? null }
      const pin = pinned === undefined ? {} : { pinned }
      return requireSaved(session, await views.create({ report, ...owner, ...content, ...pin }))
    },
  },
]

/** Changing and removing one view, for its owner and, where it is shared, for administrators. */
export const viewRoutes = (parts: ViewsRouteParts, id: string): OwnRoutes => {
  const { views } = parts
  const require = (session: Session) => requireOwnView(parts, session, parseGuid(id) ?? nobodys)
  return [
    {
      name: "change-view",
      method: "PATCH",
      permit,
      async answer(session, request) {
        const { view, operation } = await require(session)
        const {
          name = view.name,
          search = view.search,
          role,
          pinned = view.pinned,
        } = await requireBody(request, changeSchema)
        requireReadableRole(operation, role ?? null)
        requirePinnable(view.report, pinned)
        const kept = role === undefined ? view.role : role
        const changed = { name, search, role: kept, pinned }
        return requireSaved(session, await views.change(view.id, changed))
      },
    },
    {
      name: "remove-view",
      method: "DELETE",
      permit,
      async answer(session) {
        await views.remove((await require(session)).view.id)
        return undefined
      },
    },
  ]
}

/** The explorations that a person has on the overview. */
export const pinnedViewsRoute = ({ catalogue, views }: ViewsRouteParts): OwnRoute => ({
  name: "read-pinned-views",
  method: "GET",
  permit,
  answer: (session) => readPinnedViews(catalogue, views, session),
})

const hidingSchema = z.strictObject({ view: z.guid(), hidden: z.boolean() })

/** Takes a pinned exploration off the overview of the person who asks, and of nobody else, or puts it back. */
export const hideViewRoute = (parts: ViewsRouteParts): OwnRoute => ({
  name: "hide-view",
  method: "PUT",
  permit,
  async answer(session, request) {
    const { view: id, hidden } = await requireBody(request, hidingSchema)
    const { view } = await requireView(parts, session, id.toLowerCase())
    await parts.views.hide(session.sub, view.id, hidden)
    return undefined
  },
})

/** The id of no view. */
const nobodys = "00000000-0000-0000-0000-000000000000"

/** Whose default is set; a role's is an administrator's to set. */
function requireHolder(session: Session, holder: "me" | (typeof roles)[number]): DefaultHolder {
  if (holder === "me") return { person: session.sub }
  if (mayWrite(session.roles)) return { role: holder }
  throw new BffError("forbidden", {
    permission: "views:write",
    detail: "Only an administrator may set what a report opens with for a whole role.",
  })
}

/** What a report opens with, for the person who asks or, set by an administrator, for a role. */
export const defaultViewRoute = (parts: ViewsRouteParts): OwnRoute => ({
  name: "set-default-view",
  method: "PUT",
  permit,
  async answer(session, request) {
    const { report, for: whose, view: id } = await requireBody(request, defaultSchema)
    requireReport(parts.catalogue, session, report)
    const holder = requireHolder(session, whose)
    if (id !== null) {
      const { view } = await requireView(parts, session, id.toLowerCase())
      const fits = view.report === report && (whose === "me" || view.role === whose)
      if (!fits)
        throw new BffError("invalid_body", {
          errors: [
            { parameter: "view", message: "This view is not shared so, or of another report." },
          ],
        })
    }
    await parts.views.setDefault(report, holder, id?.toLowerCase() ?? null)
    return undefined
  },
})
