import Link from "next/link"
import type { ReactNode } from "react"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { PersonId } from "../ui/person-id"
import { AddressNotice } from "./address-notice"
import { FrameContext, type FrameSetup } from "./frame-context"
import { Logo } from "./logo"
import { Navigation, NavigationSheet } from "./navigation"
import { PageCrumbs } from "./page-crumbs"
import { PaletteButton } from "./palette-button"
import { Pending, PendingTitle } from "./pending"
import { PersonMenu } from "./person-menu"
import { PublishPerson } from "./publish-person"
import { QuotaMeter } from "./quota-meter"
import { ThemeSwitch } from "./theme-switch"

export interface FrameProps extends FrameSetup {
  readonly children: ReactNode
}

/** The layout around every page: navigation on the left, breadcrumbs and person on top. */
export async function Frame({ children, ...setup }: FrameProps) {
  const t = await readTranslator("frame")
  return (
    <PersonId value={setup.person.id}>
      <FrameContext value={setup}>
        <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-popup"
          >
            {t("skipToContent")}
          </a>
          <PendingTitle />
          <Pending />
          <SideBar />
          <div className="flex min-h-dvh min-w-0 flex-col print:block print:min-h-0">
            <header className="print:hidden sticky top-0 z-30 flex h-(--top-bar) shrink-0 items-center gap-2 border-b bg-canvas px-4">
              <NavigationSheet />
              <PageCrumbs />
              <div className="ml-auto flex items-center gap-1">
                <PaletteButton />
                <QuotaMeter />
                <ThemeSwitch />
                <PersonMenu />
              </div>
            </header>
            <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
              <AddressNotice />
              <PublishPerson />
              {children}
            </main>
          </div>
        </div>
      </FrameContext>
    </PersonId>
  )
}

async function SideBar() {
  const appName = (await readTranslator("common"))("appName")
  return (
    <aside className="print:hidden sticky top-0 hidden h-dvh flex-col border-r lg:flex">
      <Link
        href="/"
        className="flex h-(--top-bar) shrink-0 items-center gap-2 px-5 font-semibold tracking-tight"
      >
        <Logo className="size-5" />
        {appName}
      </Link>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Navigation />
      </div>
    </aside>
  )
}
