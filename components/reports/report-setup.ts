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

/** A report's saved views and what a person can do with them; the server decides. */
export interface ViewSharing {
  /** The roles whose people may read the report, so that a view can be shared with them. */
  readonly roles: readonly Role[]
  /** Sets what a report opens with for a whole role, and may go to the settings. */
  readonly isAdministrator: boolean
  /** May search users by name. */
  readonly findsUsers?: boolean
  /** The views at the time of the page. */
  readonly views?: ReportViews
}

const noSharing: ViewSharing = { roles: [], isAdministrator: false }

/** All that a report page needs to know, derived from the catalogue on the server; plain data. */
export interface ReportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly steps: readonly PathLevel[]
  /** What the ids of the path name that a whole list's rows carry, outermost first. */
  readonly within: readonly PathLevel[]
  /** The platform's list that a whole list is all of. */
  readonly source?: ListOperation
  /** The whole list of a platform's list, where the person may open it. */
  readonly whole?: ListOperation
  readonly related: readonly RelatedPage[]
  /** Where ids in the rows' fields lead. */
  readonly links: FieldLinks
  /** The part of the workspace that names what this report's path and rows are about. */
  readonly workspace: Workspace
  readonly sharing: ViewSharing
}

/** A page other than its own that shows a report. */
export interface HostPage {
  /** Its address without a search. */
  readonly path: string
  /** What it is called. */
  readonly title: string
  /** What is shown beside the title, such as other views of the same. */
  readonly switch: ReactNode
}

/** Why the server could not read the first page of a list, so that the browser need not try again. */
export interface FirstPageProblem {
  readonly url: string
  readonly details: ProblemDetails
}

/** The setup of a list that is filtered outside of a report. */
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

/** The points of all data sets at once are for administrators, since any may come to hold persons. */
const isForAdministrators = ({ record }: ListOperation) => record === "dataPoint"

/** What leads from a platform's list to all of its records, and from these to the platform's list. */
function twinsOf(catalogue: Catalogue, operation: ListOperation, sharing: ViewSharing) {
  const source = sourceOfWhole(catalogue, operation)
  if (source) return { source }
  if (operation.wholeOf !== undefined) return {}
  const whole = wholeListOf(catalogue, operation)
  const mayOpen = whole && (sharing.isAdministrator || !isForAdministrators(whole))
  return mayOpen ? { whole } : {}
}

/** Derives a report page from a catalogue's entry: an operation more is a report more. Ids lead to reports of the domains that may be read. */
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
