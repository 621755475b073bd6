import type { Page } from "@playwright/test"
import type { Role } from "@/e2e/people"

/** A page of the dashboard, or a moment of one, and what its picture is called. */
export interface Screen {
  readonly name: string
  readonly title: string
  readonly path: string
  /** Who sees it; by default the administrator. */
  readonly person?: Role
  /** What is done on the page before its picture. */
  readonly act?: (page: Page) => Promise<void>
}
