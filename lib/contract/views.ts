import { z } from "zod"
import { roles, valueTypes } from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable, pathId } from "./route"

const maxSearch = 4096
/** How many tiles of a Home are arranged: more than anybody has. */
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
  /** The report's address, opaque here: the page reads it as leniently as any address. */
  search: z
    .string()
    .max(maxSearch, `must be at most ${maxSearch} characters long`)
    .refine(storable, mustBeText),
  /** Whom it is shared with; null for nobody. */
  role: z.enum(roles).nullable(),
  pinned: z.boolean().optional(),
}

const view = z.strictObject({
  id: z.guid(),
  name: z.string(),
  search: z.string(),
  role: z.enum(roles).nullable(),
  /** Whoever sees it has it on Home. */
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
  /** The id of the view that the report opens with for this person. */
  ownDefault: z.guid().nullable(),
  roleDefaults: z.partialRecord(z.enum(roles), z.guid()),
  /** The id of the one that counts: one's own default goes before a role's. */
  opensWith: z.guid().nullable(),
})
/** A report's views, and the ids of those that it opens with. */
export type ReportViews = Immutable<z.output<typeof reportViews>>

/** What is saved, of whichever report, with what its reader may do with it. */
const listedView = view.extend({
  /** The report, data set (`kpi:…`) or summarised list (`summary:…`) that it is of. */
  report: z.string(),
  /** The roles that it can be shared with: their people may read the report. */
  roles: z.array(z.enum(roles)),
  /** The reader may put it on Home: it is of what is copied, and theirs to change. */
  mayPin: z.boolean(),
  /** Whether it is on the reader's Home: not pinned, pinned, taken off it by themselves, or pinned for a role that they do not have. */
  onHome: z.enum(["no", "yes", "hidden", "others"]),
})
/** Something saved, of whichever report, as its reader sees it. */
export type ListedView = Immutable<z.output<typeof listedView>>

const allViews = z.strictObject({ views: z.array(listedView) })
/** All that a person saved, was given, or may change as an administrator, by name. */
export type AllViews = Immutable<z.output<typeof allViews>>

const pinnedView = view.extend({
  /** The report, data set (`kpi:…`) or summarised list (`summary:…`) that it is of. */
  report: z.string(),
  /** The data set that an exploration asks about. */
  dataSetId: z.guid().exactOptional(),
  /** It takes the room of two tiles. */
  wide: z.boolean(),
})
/** Something saved that is pinned: an exploration, a summary, or a view of a whole list. */
export type PinnedView = Immutable<z.output<typeof pinnedView>>

const pinnedViews = z.strictObject({
  views: z.array(pinnedView),
  /** Those that the person has taken off their own Home. */
  hidden: z.array(pinnedView),
})
/** What is pinned to Home, in the person's order. */
export type PinnedViews = Immutable<z.output<typeof pinnedViews>>

const report = z.string().max(100)
const parameters = z.object({ view: pathId })

/** Saved views of reports and of explorations; each answer depends on the report's domain. */
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
        /** The `changedAt` of the view that the change was made from; where there was another since then, it is refused. */
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
      /** From the first tile on; others follow by name. */
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
