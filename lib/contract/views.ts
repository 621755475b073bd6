import { z } from "zod"
import { roles, valueTypes } from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable, pathId } from "./route"

const maxSearch = 4096
/** Maximum number of arranged tiles on Home, more than anybody has. */
const maxTiles = 200

const storable = (text: string) => valueTypes.string.parse(text) !== undefined
const mustBeText = { error: `must be ${valueTypes.string.expected}` }

const content = {
  name: z
    .string()
    .trim()
    .min(1, "must not be blank")
    .max(100, "must be at most 100 characters long")
    .refine(storable, mustBeText),
  /** The report's search string, opaque here: the page parses it as leniently as any URL. */
  search: z
    .string()
    .max(maxSearch, `must be at most ${maxSearch} characters long`)
    .refine(storable, mustBeText),
  /** The role that it is shared with. Null for none. */
  role: z.enum(roles).nullable(),
  pinned: z.boolean().optional(),
}

const view = z.strictObject({
  id: z.guid(),
  name: z.string(),
  search: z.string(),
  role: z.enum(roles).nullable(),
  /** Pinned to Home for everybody who sees it. */
  pinned: z.boolean(),
  ownerName: z.string().nullable(),
  isMine: z.boolean(),
  mayChange: z.boolean(),
  changedAt: z.iso.datetime(),
})
/** A saved view as its reader sees it. */
export type SavedView = Immutable<z.output<typeof view>>

const reportViews = z.strictObject({
  views: z.array(view),
  /** The id of the person's own default view of the report. */
  ownDefault: z.guid().nullable(),
  roleDefaults: z.partialRecord(z.enum(roles), z.guid()),
  /** The id of the effective default: a person's own takes precedence over a role's. */
  opensWith: z.guid().nullable(),
})
/** A report's views, and the ids of its defaults. */
export type ReportViews = Immutable<z.output<typeof reportViews>>

/** A saved view of any report, with what its reader may do with it. */
const listedView = view.extend({
  /** Its report, data set (`kpi:…`) or summarized list (`summary:…`). */
  report: z.string(),
  /** The roles that it can be shared with, because they may read the report. */
  roles: z.array(z.enum(roles)),
  /** Whether the reader may pin it to Home: it is based on copies, and they may change it. */
  mayPin: z.boolean(),
  /**
   * Whether it is on the reader's Home: not pinned, pinned, removed by themselves, or pinned for a
   * role that they do not have.
   */
  onHome: z.enum(["no", "yes", "hidden", "others"]),
})
/** A saved view of any report, as its reader sees it. */
export type ListedView = Immutable<z.output<typeof listedView>>

const allViews = z.strictObject({ views: z.array(listedView) })
/** Everything that a person saved, was given, or may change as an administrator, by name. */
export type AllViews = Immutable<z.output<typeof allViews>>

const pinnedView = view.extend({
  /** Its report, data set (`kpi:…`) or summarized list (`summary:…`). */
  report: z.string(),
  /** The data set of an exploration. */
  dataSetId: z.guid().exactOptional(),
  /** Takes the width of two tiles. */
  wide: z.boolean(),
})
/** A pinned view: an exploration, a summary, or a view of a whole list. */
export type PinnedView = Immutable<z.output<typeof pinnedView>>

const pinnedViews = z.strictObject({
  views: z.array(pinnedView),
  /** Views that the person has removed from their own Home. */
  hidden: z.array(pinnedView),
})
/** Views pinned to Home, in the person's order. */
export type PinnedViews = Immutable<z.output<typeof pinnedViews>>

const report = z.string().max(100)
const parameters = z.object({ view: pathId })

/** Saved views of reports and explorations. Access depends on the report's domain. */
export const viewsContract = {
  readViews: defineRoute({
    name: "read-views",
    method: "GET",
    path: "/api/views",
    summary: "Read a report's saved views",
    permission: "signed-in",
    scope: "none",
    query: z.object({ report: report.default("") }),
    answer: reportViews,
    problems: ["not_found"],
  }),
  readAllViews: defineRoute({
    name: "read-all-views",
    method: "GET",
    path: "/api/views/all",
    summary: "Read the saved views of all reports",
    permission: "signed-in",
    scope: "none",
    answer: allViews,
    problems: [],
  }),
  saveView: defineRoute({
    name: "save-view",
    method: "POST",
    path: "/api/views",
    summary: "Save a view of a report",
    permission: "signed-in",
    scope: "none",
    body: z.strictObject({ report, ...content }),
    answer: view,
    problems: ["not_found", "name_taken", "limit_reached", ...platformProblems],
  }),
  changeView: defineRoute({
    name: "change-view",
    method: "PATCH",
    path: "/api/views/{view}",
    summary: "Change one's own view, or a shared one as an administrator",
    permission: "signed-in",
    scope: "none",
    parameters,
    body: z
      .strictObject({
        ...content,
        /**
         * The `changedAt` of the view that the change is based on. If it has changed since, the
         * request is refused.
         */
        changedAt: z.iso.datetime(),
      })
      .partial(),
    answer: view,
    problems: ["not_found", "name_taken", "limit_reached", "view_conflict"],
  }),
  removeView: defineRoute({
    name: "remove-view",
    method: "DELETE",
    path: "/api/views/{view}",
    summary: "Remove a view for everybody",
    permission: "signed-in",
    scope: "none",
    parameters,
    answer: null,
    problems: ["not_found"],
  }),
  readPinnedViews: defineRoute({
    name: "read-pinned-views",
    method: "GET",
    path: "/api/views/pinned",
    summary: "Read what is pinned to one's Home",
    permission: "signed-in",
    scope: "none",
    answer: pinnedViews,
    problems: [],
  }),
  hideView: defineRoute({
    name: "hide-view",
    method: "PUT",
    path: "/api/views/hidden",
    summary: "Take something pinned off one's own Home, or put it back",
    permission: "signed-in",
    scope: "none",
    body: z.strictObject({ view: z.guid(), hidden: z.boolean() }),
    answer: null,
    problems: ["not_found"],
  }),
  arrangeHome: defineRoute({
    name: "arrange-home",
    method: "PUT",
    path: "/api/views/home",
    summary: "Set the order and the sizes of the tiles on one's own Home",
    permission: "signed-in",
    scope: "none",
    body: z.strictObject({
      /** From the first tile on. Other views follow by name. */
      tiles: z.array(z.strictObject({ view: z.guid(), wide: z.boolean() })).max(maxTiles),
    }),
    answer: null,
    problems: [],
  }),
  setDefaultView: defineRoute({
    name: "set-default-view",
    method: "PUT",
    path: "/api/views/defaults",
    summary: "Set what a report opens with, for oneself or, as an administrator, for a role",
    permission: "signed-in",
    scope: "none",
    body: z.strictObject({
      report,
      for: z.enum(["me", ...roles]),
      view: z.guid().nullable(),
    }),
    answer: null,
    problems: ["not_found"],
  }),
}
