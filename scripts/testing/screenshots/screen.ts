import type { Page } from "@playwright/test"
import type { Role } from "@/e2e/people"

/** A page of the dashboard, or a state of one, and the name of its picture. */
export interface Screen {
  readonly name: string
  readonly title: string
  readonly path: string
  /** The role that opens it; by default the administrator. */
  readonly person?: Role
  /** Actions on the page before its picture is taken. */
  readonly act?: (page: Page) => Promise<void>
}
