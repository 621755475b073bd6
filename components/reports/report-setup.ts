import type { ReactNode } from "react"
import type { Fields, ListOperation, Role, Workspace } from "@/lib/catalogue"
import type {
  FieldLinks,
  PathStep,
  ProblemDetails,
  RelatedPage,
  ReportViews,
  View,
} from "@/lib/client"
import type { CellFormat } from "../data-table"

/** A report's saved views and what a person can do with them; the server decides. */
export interface ViewSharing {
  /** The roles whose people may read the report, so that a view can be shared with them. */
  readonly roles: readonly Role[]
  /** Sets what a report opens with for a whole role, and may go to the settings. */
  readonly isAdministrator: boolean
  /** The views at the time of the page. */
  readonly views?: ReportViews
}

/** All that a report page needs to know, derived from the catalogue on the server; plain data. */
export interface ReportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly steps: readonly PathStep[]
  readonly related: readonly RelatedPage[]
  /** Where ids in the rows' fields lead. */
  readonly links: FieldLinks
  /** The part of the workspace that names what this report's path and rows are about. */
  readonly workspace: Workspace
  readonly sharing: ViewSharing
}

/** A page other than its own that shows a report. */
export interface ReportPlace {
  /** Its address without a search. */
  readonly path: string
  /** What it is called. */
  readonly title: string
  /** What stands beside the title, such as other views of the same. */
  readonly switch: ReactNode
}

/** Why the server could not read the first page of a question, so that the browser need not ask again. */
export interface FirstPageProblem {
  readonly url: string
  readonly details: ProblemDetails
}

/** How a view comes to stand in the address. */
export interface ViewChange {
  /** Puts it in the place of the one before instead of adding a step to the history, as while something is dragged. */
  readonly replace?: boolean
}

/** What the parts of a report share. */
export interface ReportPartProps {
  readonly setup: ReportSetup
  readonly view: View
  readonly format: CellFormat
  /** Called with the view that a person asks for. */
  readonly onView: (view: View, change?: ViewChange) => void
}
