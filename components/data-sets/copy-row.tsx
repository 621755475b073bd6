import { Copy, Pause, Play, RefreshCw, RotateCcw, X } from "lucide-react"
import Link from "next/link"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { SyncAction, SyncStatus } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { IconButton } from "../ui/icon-button"
import { CopyFigures, CopyNote, CopyProgressBar, StateBadge } from "./copy-figures"
import { CopyMenu } from "./copy-menu"
import {
  type CopyRights,
  type ListedCopy,
  type ShownState,
  type SyncChange,
  shownState,
  showsProgress,
  useSyncChange,
} from "./listed-copy"

const pause = { action: "pause", text: "pause", Icon: Pause } as const
const goOn = { action: "start", text: "goOn", Icon: Play } as const

/** The primary action for each state. */
const mainActions = {
  none: { action: "start", text: "copy", Icon: Copy },
  copying: pause,
  updating: pause,
  checking: pause,
  waiting: pause,
  paused: { action: "resume", text: "resume", Icon: Play },
  complete: { action: "start", text: "sync", Icon: RefreshCw },
  part: goOn,
  failed: { action: "resume", text: "retry", Icon: RotateCcw },
} as const satisfies Record<ShownState, { action: SyncAction; text: string; Icon: typeof Pause }>

interface CopyActionsProps {
  readonly listed: ListedCopy
  readonly mayCancel: boolean
  readonly change: SyncChange
}

function CopyActions({ listed, mayCancel, change }: CopyActionsProps) {
  const t = useTranslations("dataSets.actions")
  const { name, list, copy } = listed
  const state = shownState(copy)
  const { action, text, Icon } = mainActions[state]
  const order = (desired: SyncAction) => () => change.mutate({ ...list, action: desired })
  const isOpen = copy?.run != null || (copy?.state === "running" && !copy.isComplete)
  return (
    <>
      {isOpen && mayCancel ? (
        <IconButton
          size="sm"
          label={t("cancel", { name })}
          onClick={order("cancel")}
          disabled={change.isPending}
        >
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
      <Button
        size="sm"
        aria-label={t("name", { action: t(text), name })}
        onClick={order(action)}
        disabled={change.isPending}
      >
        <Icon aria-hidden="true" />
        {t(text)}
      </Button>
    </>
  )
}

interface CopyRowProps {
  readonly listed: ListedCopy
  readonly rights: CopyRights
  /** Where the name links to, if anywhere. */
  readonly href?: string
  /** Small print beside the name. */
  readonly unit?: string | undefined
  /** Replaces the figures if nothing is copied. */
  readonly uncopied: ReactNode
  readonly detail?: string
}

/** One list that is or can be copied: its state, figures and actions. */
export function CopyRow({ listed, rights, href, unit, uncopied, detail }: CopyRowProps) {
  const t = useTranslations("dataSets")
  const { name, copy } = listed
  const change = useSyncChange()
  const state = shownState(copy)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_11.5rem]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 font-medium">{href ? <RowLink href={href} name={name} /> : name}</h3>
        {unit ? <span className="text-ink-faint text-xs">{unit}</span> : null}
        <StateBadge state={state} />
      </div>
      <div className="flex items-center justify-end gap-1 self-start sm:col-start-2 sm:row-span-2 sm:row-start-1">
        {rights.mayChange ? (
          <CopyActions listed={listed} mayCancel={rights.mayCancel} change={change} />
        ) : null}
        {copy ? <CopyMenu listed={{ ...listed, copy }} rights={rights} change={change} /> : null}
      </div>
      <div className="grid gap-1 max-sm:col-span-full sm:row-start-2">
        {detail ? <p className="text-ink-muted text-xs">{detail}</p> : null}
        {copy ? <KnownFigures copy={copy} /> : uncopied}
        {copy?.isAutomatic ? (
          <p className="text-ink-muted text-xs">{t("automatic")}</p>
        ) : copy && !copy.isComplete && copy.ordererName !== null ? (
          <p className="text-ink-muted text-xs">{t("orderedBy", { name: copy.ordererName })}</p>
        ) : null}
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

/** During a first copy, the progress bar already shows the rows. */
function KnownFigures({ copy }: { copy: SyncStatus }) {
  return copy.run && !copy.isComplete ? null : <CopyFigures copy={copy} />
}

export function RowLink({ href, name }: { href: string; name: string }) {
  return (
    <Link href={href} prefetch={false} className="rounded-sm hover:text-accent-ink hover:underline">
      {name}
    </Link>
  )
}
