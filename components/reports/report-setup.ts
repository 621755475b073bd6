import type { Fields, ListOperation, Workspace } from "@/lib/catalogue"
import type { PathStep, ProblemDetails, RelatedPage, View } from "@/lib/client"
import type { CellFormat } from "../data-table"

/** All that a report page needs to know, derived from the catalogue on the server; plain data. */
export interface ReportSetup {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly steps: readonly PathStep[]
  readonly related: readonly RelatedPage[]
  /** The part of the workspace that names what this report's path and rows are about. */
  readonly workspace: Workspace
  /** The workspace may name the rows themselves. */
  readonly namedById: boolean
}

/** Why the server could not read the first page of a question, so that the browser need not ask again. */
export interface FirstPageProblem {
  readonly url: string
  readonly details: ProblemDetails
}

/** What the parts of a report share. */
export interface ReportPartProps {
  readonly setup: ReportSetup
  readonly view: View
  readonly format: CellFormat
  /** Called with the view that a person asks for. */
  readonly onView: (view: View) => void
}
