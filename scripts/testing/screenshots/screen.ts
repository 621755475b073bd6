import type { Page } from "@playwright/test"
import type { Role } from "@/e2e/people"

/** The parts of the index, in its order. */
export const groups = {
  pages: "Pages",
  reports: "Reports",
  records: "Records",
  moments: "Opened on a page",
  refusals: "Nothing to show",
} as const

/** A page of the dashboard, or a moment of one, and what its picture is called. */
export interface Screen {
  readonly name: string
  readonly title: string
  readonly group: keyof typeof groups
  /** As its folder below app is named. */
  readonly route: string
  readonly path: string
  /** Who sees it; by default the administrator. */
  readonly person?: Role | "nobody"
  /** What is done on the page before its picture. */
  readonly act?: (page: Page) => Promise<void>
  /** A text without which the picture is not what it should be; with it, the page may be an error's. */
  readonly text?: RegExp
}
