import type { ReactNode } from "react"
import {
  type Catalogue,
  type Domain,
  domains,
  type Fields,
  fieldsOf,
  keepKinds,
  kindsOfOperation,
  type ListOperation,
  type Role,
  sourceOfWhole,
  type Workspace,
  wholeListOf,
} from "@/lib/catalogue"
import { type FieldLinks, fieldLinks, type ProblemDetails, type ReportViews } from "@/lib/client"
import { listPathLevels, type PathLevel } from "./path-choices"
import { type RelatedPage, relatedPages } from "./related-pages"

/** A report's saved views, and the person's rights on them; enforced by the server. */
export interface ViewSharing {
  /** Roles that may read the report, so that a view can be shared with them. */
  readonly roles: readonly Role[]
  /** May set a role's default view and open the settings. */
  readonly isAdministrator: boolean
  /** May search users by name. */
  readonly findsUsers?: boolean
  /** The views when the page was rendered. */
  readonly views?: ReportViews
}

const noSharing: ViewSharing = { roles: [], isAdministrator: false }

/** A report page's data, derived from the catalogue on the server; serializable. */
export interface ReportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly steps: readonly PathLevel[]
  /** The kinds of the path ids that a whole list's rows carry, outermost first. */
  readonly within: readonly PathLevel[]
  /** The platform list whose records a whole list combines. */
  readonly source?: ListOperation
  /** The whole list of a platform list, if the person may open it. */
  readonly whole?: ListOperation
  readonly related: readonly RelatedPage[]
  /** Link targets of ids in the rows' fields. */
  readonly links: FieldLinks
  /** The part of the workspace that names this report's path and rows. */
  readonly workspace: Workspace
  readonly sharing: ViewSharing
}

/** A page that shows a report other than its own. */
export interface HostPage {
  /** Its address without a search. */
  readonly path: string
  readonly title: string
  /** Shown beside the title, such as a switch to other views. */
  readonly switch: ReactNode
}

/** Why the server could not read the first page of a list, so that the browser need not retry. */
export interface FirstPageProblem {
  readonly url: string
  readonly details: ProblemDetails
}

/** The setup of a list that is filtered outside a report. */
export const plainSetup = (operation: ListOperation, fields: Fields): ReportSetup => ({
  operation,
  fields,
  steps: [],
  within: [],
  related: [],
  links: {},
  workspace: { entries: [] },
  sharing: noSharing,
})

/**
 * The points of all data sets together are for administrators, because any may contain personal
 * data.
 */
const isForAdministrators = ({ record }: ListOperation) => record === "dataPoint"

/** Links a platform's list to the list of all its records, and back. */
function twinsOf(catalogue: Catalogue, operation: ListOperation, sharing: ViewSharing) {
  const source = sourceOfWhole(catalogue, operation)
  if (source) return { source }
  if (operation.wholeOf !== undefined) return {}
  const whole = wholeListOf(catalogue, operation)
  const mayOpen = whole && (sharing.isAdministrator || !isForAdministrators(whole))
  return mayOpen ? { whole } : {}
}

/**
 * Derives a report page from a catalogue entry, so that a new operation needs no code. Ids link to
 * reports of readable domains.
 */
export function buildSetup(
  catalogue: Catalogue,
  operation: ListOperation,
  workspace: Workspace,
  mayRead: ReadonlySet<Domain> = new Set(domains),
  sharing: ViewSharing = noSharing,
): ReportSetup {
  const twins = twinsOf(catalogue, operation, sharing)
  const { within } = operation
  const holder = within ? { ...operation, parameters: within } : operation
  const kinds = new Set(kindsOfOperation(holder))
  return {
    operation,
    fields: fieldsOf(catalogue, operation),
    steps: listPathLevels(catalogue, operation),
    within: within ? listPathLevels(catalogue, holder) : [],
    ...twins,
    related: relatedPages(catalogue, holder),
    links: fieldLinks(catalogue, operation, mayRead),
    sharing,
    workspace: { entries: keepKinds(workspace.entries, kinds) },
  }
}
