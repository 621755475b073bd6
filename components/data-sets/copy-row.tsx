import Link from "next/link"
import { type ReactNode, useState } from "react"
import { useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
import { ChangeProblem } from "../ui/change-problem"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { ControlledDialog } from "../ui/dialog"
import { CopyFigures, CopyNote, CopyProgressBar, StateBadge } from "./copy-figures"
import { CopyHistory } from "./copy-history"
import { CopyActions, CopyMenu } from "./copy-menu"
import type { CopyRights, ListedCopy } from "./listed-copy"
import { shownState, showsProgress, useSyncChange } from "./listed-copy"

export interface CopyRemovalProps {
  readonly listed: ListedCopy
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before a copy is removed with its rows. */
export function CopyRemoval({ listed, isOpen, onClose }: CopyRemovalProps) {
  const t = useTranslations("dataSets.removal")
  const change = useSyncChange()
  const { name, list, copy } = listed
  return (
    <ControlledDialog isOpen={isOpen} onClose={onClose}>
      <ConfirmRemoval
        title={t("title", { name })}
        action={t("action")}
        busy={change.isPending}
        error={change.error}
        onRemove={() => change.mutate({ ...list, action: "remove" }, { onSuccess: onClose })}
      >
        {t("detail", { count: copy?.rows ?? 0 })}
      </ConfirmRemoval>
    </ControlledDialog>
  )
}

interface CopyRowProps {
  readonly listed: ListedCopy
  readonly rights: CopyRights
  /** Where the name leads, if anywhere. */
  readonly href?: string
  /** Small print beside the name. */
  readonly unit?: string | undefined
  /** What stands instead of figures where nothing is copied. */
  readonly uncopied: ReactNode
  readonly trend?: ReactNode
  /** What it is good for. */
  readonly detail?: string
}

/** One list that is or may be copied: its state, what the copy holds, and what can be done with it. */
export function CopyRow({ listed, rights, href, unit, uncopied, trend, detail }: CopyRowProps) {
  const t = useTranslations("dataSets")
  const { name, copy } = listed
  const change = useSyncChange()
  const state = shownState(copy)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_11.5rem] lg:grid-cols-[minmax(0,1fr)_14rem_11.5rem]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 font-medium">{href ? <RowLink href={href} name={name} /> : name}</h3>
        {unit ? <span className="text-ink-faint text-xs">{unit}</span> : null}
        <StateBadge state={state} />
      </div>
      <div className="flex items-center justify-end gap-1 self-start sm:col-start-3 sm:row-span-2 sm:row-start-1">
        {rights.mayChange ? (
          <CopyActions listed={listed} mayCancel={rights.mayCancel} change={change} />
        ) : null}
        {copy ? <More listed={{ ...listed, copy }} rights={rights} change={change} /> : null}
      </div>
      <div className="grid gap-1 max-sm:col-span-full sm:row-start-2">
        {detail ? <p className="text-ink-muted text-xs">{detail}</p> : null}
        {copy ? <KnownFigures copy={copy} /> : uncopied}
        {copy && !copy.isComplete && copy.ordererName !== null ? (
          <p className="text-ink-muted text-xs">{t("orderedBy", { name: copy.ordererName })}</p>
        ) : null}
      </div>
      <div className="self-center empty:hidden max-sm:order-last max-sm:col-span-full sm:col-start-2 sm:row-span-2 sm:row-start-1">
        {trend}
      </div>
      {copy ? (
        <div className="col-span-full mt-1 grid gap-1.5 empty:hidden">
          {copy.run && showsProgress(copy) ? (
            <CopyProgressBar name={name} copy={copy} run={copy.run} />
          ) : null}
          <CopyNote copy={copy} state={state} />
        </div>
      ) : null}
      <div className="col-span-full empty:hidden">
        <ChangeProblem error={change.error} />
      </div>
    </div>
  )
}

/** A first copy under way tells its rows beside its bar. */
function KnownFigures({ copy }: { copy: SyncStatus }) {
  return copy.run && !copy.isComplete ? null : <CopyFigures copy={copy} />
}

/** A name that leads to the data set's charts. */
export function RowLink({ href, name }: { href: string; name: string }) {
  return (
    <Link href={href} prefetch={false} className="rounded-sm hover:text-accent-ink hover:underline">
      {name}
    </Link>
  )
}

type MoreProps = Pick<Parameters<typeof CopyMenu>[0], "listed" | "rights" | "change">

/** The menu of a copy with the panels that it opens. */
function More({ listed, rights, change }: MoreProps) {
  const [shown, setShown] = useState<"history" | "removal">()
  const close = () => setShown(undefined)
  return (
    <>
      <CopyMenu
        {...{ listed, rights, change }}
        onHistory={() => setShown("history")}
        onRemoval={() => setShown("removal")}
      />
      <CopyHistory listed={listed} isOpen={shown === "history"} onClose={close} />
      <CopyRemoval listed={listed} isOpen={shown === "removal"} onClose={close} />
    </>
  )
}
