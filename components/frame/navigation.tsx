"use client"

import { ChevronRight, House, PanelLeft } from "lucide-react"
import Link from "next/link"
import { usePathname } from "next/navigation"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "../ui/class-names"
import { IconButton } from "../ui/icon-button"
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet"
import { useFrame, useItemTitle } from "./frame-context"
import { areaIcons, type FramePage, framePages } from "./frame-pages"
import type { NavigationArea } from "./navigation-for"

const rowClass =
  "flex min-h-7 w-full items-center gap-2 rounded-md px-2 py-1 transition-colors hover:bg-hover hover:text-ink"

/** Every page that the person may read, by area. */
export function Navigation() {
  const t = useTranslations("frame")
  const { areas, pages } = useFrame()
  return (
    <nav aria-label={t("navigation")} className="space-y-3 px-3 py-3">
      <NavigationLink href="/">
        <House className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        {t("overview")}
      </NavigationLink>
      {areas.map((area) => (
        <AreaSection key={area.area} {...area} />
      ))}
      {pages.map((page) => (
        <PageLink key={page} page={page} />
      ))}
    </nav>
  )
}

function PageLink({ page }: { page: FramePage }) {
  const t = useTranslations("frame")
  const { href, icon: Icon } = framePages[page]
  return (
    <NavigationLink href={href} isAlone={page === "records"}>
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      {t(`pages.${page}`)}
    </NavigationLink>
  )
}

function AreaSection({ area, items }: NavigationArea) {
  const t = useTranslations("frame")
  const title = useItemTitle()
  const Icon = areaIcons[area]
  const [isOpen, setOpen] = useState(true)
  const listId = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className={cn(rowClass, "group font-medium text-ink")}
      >
        <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="flex-1 truncate text-left">{t(`areas.${area}`)}</span>
        <ChevronRight
          className="size-3.5 shrink-0 text-ink-faint transition-transform group-aria-expanded:rotate-90"
          aria-hidden="true"
        />
      </button>
      <ul
        id={listId}
        hidden={!isOpen}
        className="mt-0.5 ml-4 space-y-px border-l pl-2 [[hidden]]:hidden"
      >
        {items.map((item) => (
          <li key={item.href}>
            <NavigationLink href={item.href} faded={item.deprecated}>
              {title(item)}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface NavigationLinkProps {
  readonly href: string
  readonly faded?: boolean
  /** The pages below it have links of their own. */
  readonly isAlone?: boolean
  readonly children: ReactNode
}

function NavigationLink({ href, faded = false, isAlone = false, children }: NavigationLinkProps) {
  const pathname = usePathname()
  const isWithin = !isAlone && href !== "/" && pathname.startsWith(`${href}/`)
  const current = pathname === href || isWithin
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest" })
  }, [current])
  return (
    <Link
      ref={link}
      href={href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      className={cn(
        rowClass,
        "scroll-my-3",
        current && "bg-pressed font-medium text-ink",
        !current && (faded ? "text-ink-faint" : "text-ink-muted"),
      )}
    >
      {children}
    </Link>
  )
}

/** The navigation of narrow screens; it closes when a page was chosen. */
export function NavigationSheet() {
  const t = useTranslations()
  const pathname = usePathname()
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path is the event
  useEffect(() => setOpen(false), [pathname])
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger
        render={
          <IconButton label={t("frame.openNavigation")} className="-ml-1 lg:hidden">
            <PanelLeft aria-hidden="true" />
          </IconButton>
        }
      />
      <SheetContent side="left" title={t("common.appName")} className="w-72">
        <div className="-mx-5">
          <Navigation />
        </div>
      </SheetContent>
    </Sheet>
  )
}
