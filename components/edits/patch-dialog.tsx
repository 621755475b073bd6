"use client"

import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation, PatchOperation } from "@/lib/catalogue"
import { editSettingsOptions } from "@/lib/client"
import { patchBytesLimit, printPatch, printUnguarded, readChanges } from "@/lib/json-patch"
import { Dialog, DialogContent } from "../ui/dialog"
import { QuotaWait } from "../ui/quota-wait"
import { TechnicalDetails } from "../ui/technical-details"
import { ChangeList } from "./change-list"
import { type DepartmentChange, patchOf } from "./department-change"
import { RefusedNotice, SendingNotice } from "./notices"
import { RawPatch } from "./raw-patch"
import { SendingActions } from "./sending-actions"
import { type Sending, type SendingProps, useSending } from "./use-sending"

interface PatchDialogProps extends Pick<SendingProps, "onApplied" | "onRefused"> {
  /** Undefined while it is closed. */
  readonly change: DepartmentChange | undefined
  /** The dialog's title. */
  readonly title: string
  /** The department's name. */
  readonly name: string
  /** The list that returns complete departments. */
  readonly list: ListOperation
  /** The operations that change departments; the settings select one. */
  readonly patches: readonly PatchOperation[]
  /** Options for the change. */
  readonly children?: ReactNode
  readonly onClose: () => void
  /** Called to show another person's changes; the parent then closes the dialog. */
  readonly onConflict: () => void
}

/** Previews a change in words before it is sent, then shows the result. */
export function PatchDialog({ change, ...props }: PatchDialogProps) {
  return change ? <OpenDialog {...props} change={change} /> : null
}

const kibOf = (bytes: number) => Math.ceil(bytes / 1024)

function OpenDialog({
  change,
  title,
  name,
  list,
  patches,
  children,
  onClose,
  onConflict,
  ...outcomes
}: PatchDialogProps & { readonly change: DepartmentChange }) {
  const t = useTranslations("departments.patch")
  const sending = useSending({ change, list, ...outcomes })
  const patch = useMemo(() => patchOf(change), [change])
  const bytes = new TextEncoder().encode(printPatch(patch)).length
  const isTooLarge = bytes > patchBytesLimit
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && sending.state.step !== "sending") onClose()
      }}
    >
      <DialogContent
        title={title}
        description={name}
        className="w-180"
        actions={
          <SendingActions
            sending={sending}
            canSend={patch.length > 0 && !isTooLarge}
            onClose={onClose}
            onConflict={onConflict}
          />
        }
      >
        <div className="flex flex-col gap-5">
          {children}
          <section aria-label={t("words")}>
            <h3 className="mb-2 font-medium">{t("words")}</h3>
            <ChangeList changes={readChanges(patch)} list={list} record={change.before} />
          </section>
          {isTooLarge ? (
            <SendingNotice
              tone="critical"
              title={t("tooLarge", { size: kibOf(bytes), limit: kibOf(patchBytesLimit) })}
            />
          ) : null}
          <Raw change={change} patch={patch} patches={patches} />
          <SendingProgress sending={sending} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

interface RawProps {
  readonly change: DepartmentChange
  readonly patch: ReturnType<typeof patchOf>
  readonly patches: readonly PatchOperation[]
}

/** The patch as the platform receives it, and the consequence if it does not support tests. */
function Raw({ change, patch, patches }: RawProps) {
  const t = useTranslations("departments.patch")
  const settings = useQuery(editSettingsOptions()).data
  const operation = patches.find(({ version }) => version === settings?.version)
  if (!settings || !operation) return null
  const { takesTests } = settings
  return (
    <>
      {takesTests ? null : <p className="text-ink-muted text-xs">{t("unguarded")}</p>}
      <TechnicalDetails>
        <RawPatch
          title={t(takesTests ? "raw" : "rawUnguarded")}
          operation={operation}
          id={change.id}
          text={takesTests ? printPatch(patch) : printUnguarded(patch)}
        />
      </TechnicalDetails>
    </>
  )
}

function SendingProgress({ sending: { state, reset } }: { sending: Sending }) {
  const t = useTranslations("departments.patch")
  if (state.step === "refused") return <RefusedNotice problem={state.problem} onSignedIn={reset} />
  if (state.step === "unknown") {
    const { verdict } = state
    return (
      <SendingNotice tone="caution" title={t(`outcome.titles.${verdict ?? "unknown"}`)}>
        <p>{t(`outcome.${verdict ?? "failed"}`)}</p>
      </SendingNotice>
    )
  }
  return (
    <p role="status" className="text-ink-muted empty:absolute">
      {state.step === "sending" ? (
        <>
          {t("sending")} <QuotaWait variant="line" />
        </>
      ) : null}
    </p>
  )
}
