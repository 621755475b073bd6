"use client"

import { ListTree, type LucideIcon, Table2, Upload } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { buttonVariants } from "../../ui/button"
import { cn } from "../../ui/class-names"

export function ImportLink() {
  const t = useTranslations("departments.tree")
  return (
    <Link href="/organisation/import" className={buttonVariants({ size: "sm" })}>
      <Upload aria-hidden="true" />
      {t("import")}
    </Link>
  )
}

const views = {
  tree: { href: "/organisation/tree", icon: ListTree },
  table: { href: "/organisation/table", icon: Table2 },
} as const satisfies Readonly<Record<string, { href: string; icon: LucideIcon }>>

type DepartmentView = keyof typeof views

interface SwitchLinksProps {
  readonly label: string
  readonly links: readonly {
    readonly href: string
    readonly text: string
    readonly icon?: LucideIcon
    readonly isShown: boolean
  }[]
}

/** Alternative views of the same content, side by side. */
function SwitchLinks({ label, links }: SwitchLinksProps) {
  return (
    <nav aria-label={label} className="flex rounded-md border bg-surface p-0.5">
      {links.map(({ href, text, icon: Icon, isShown }) => (
        <Link
          key={href}
          href={href}
          aria-current={isShown ? "page" : undefined}
          className={cn(
            "flex h-6 items-center gap-1.5 rounded-sm px-2 text-xs transition-colors hover:text-ink pointer-coarse:h-9",
            isShown ? "bg-pressed font-medium text-ink" : "text-ink-muted",
          )}
        >
          {Icon ? <Icon className="size-3.5" aria-hidden="true" /> : null}
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** The two views of departments, each with its own address. */
export function ViewSwitch({ view }: { view: DepartmentView }) {
  const t = useTranslations("departments.tree.views")
  const links = (["tree", "table"] as const).map((name) => ({
    ...views[name],
    text: t(name),
    isShown: name === view,
  }))
  return <SwitchLinks label={t("label")} links={links} />
}
