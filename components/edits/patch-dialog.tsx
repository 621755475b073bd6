"use client"

import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation, PatchOperation, Row } from "@/lib/catalogue"
import { type ApiProblem, type EditSettings, editSettingsOptions, toProblem } from "@/lib/client"
import { patchBytesLimit, printPatch, printUnguarded, readChanges } from "@/lib/json-patch"
import { Button } from "../ui/button"
import { Dialog, DialogContent } from "../ui/dialog"
import { QuotaWait } from "../ui/quota-wait"
import { Skeleton } from "../ui/skeleton"
import { TechnicalDetails } from "../ui/technical-details"
import { ChangeList } from "./change-list"
import { type DepartmentChange, patchOf } from "./department-change"
import { RefusedNotice, SendingNotice } from "./notices"
import { RawPatch } from "./raw-patch"
import { SendingActions } from "./sending-actions"
import { type SendingState, useSending } from "./use-sending"

type Unknown = Extract<SendingState, { step: "unknown" }>

/** What is known of a change whose outcome was not answered. */
function UnknownNotice({ state: { reading, isReading } }: { state: Unknown }) {
  const t = useTranslations("departments.patch.outcome")
  const isApplied = !isReading && reading?.verdict === "applied"
  return (
    <SendingNotice
      tone={isApplied ? "positive" : "caution"}
      title={t(`titles.${reading && !isReading ? reading.verdict : "unknown"}`)}
      role={reading ? "status" : "alert"}
    >
      <p aria-busy={isReading}>
        {isReading ? t("reading") : t(reading ? reading.verdict : "failed")}
      </p>
    </SendingNotice>
  )
}

export type { DepartmentChange } from "./department-change"

interface PatchDialogProps {
  /** Undefined while it is closed. */
  readonly change: DepartmentChange | undefined
  /** What is done, as the dialog's title. */
  readonly title: string
  /** What the department is called. */
  readonly name: string
  /** The list that shows departments whole. */
  readonly list: ListOperation
  /** The operations that change departments, of which the settings name one. */
  readonly patches: readonly PatchOperation[]
  readonly onClose: () => void
  /** Called once with the department as it is after the change; the dialog then wants to be closed. */
  readonly onApplied: (record: Row) => void
  /** Called when somebody wants to see what another person has changed; the dialog then wants to be closed. */
  readonly onConflict: () => void
  /** Called when the platform has refused values; `errors` name them by JSON Pointer. */
  readonly onRefused?: (problem: ApiProblem) => void
}

/** The last view of a change before it is sent: in words and as a patch; then how the sending went. */
export function PatchDialog({ change, ...props }: PatchDialogProps) {
  return change ? <OpenDialog change={change} {...props} /> : null
}

interface OpenDialogProps extends PatchDialogProps {
  readonly change: DepartmentChange
}

function OpenDialog({ change, patches, ...props }: OpenDialogProps) {
  const { title, name, list, onClose, onApplied, onConflict, onRefused } = props
  const settings = useQuery(editSettingsOptions())
  const sending = useSending({ change, list, onApplied, onRefused })
  const patch = usePatch(change, settings.data)
  const operation = patches.find(({ version }) => version === settings.data?.version)
  const isBusy = sending.state.step === "sending"
  const send = operation && patch.fits ? () => sending.send(operation, patch.guarded) : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose()
      }}
    >
      <DialogContent
        title={title}
        description={name}
        className="w-180"
        actions={
          <SendingActions
            sending={sending}
            onSend={send}
            onClose={onClose}
            onApplied={onApplied}
            onConflict={onConflict}
          />
        }
      >
        <div className="flex flex-col gap-5">
          <ChangeSection change={change} patch={patch} list={list} />
          {operation && settings.data ? (
            <RawSection operation={operation} id={change.id} patch={patch} />
          ) : (
            <SettingsState error={settings.error} onRetry={() => void settings.refetch()} />
          )}
          <SendingProgress state={sending.state} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

interface ReadyPatch {
  readonly operations: ReturnType<typeof patchOf>
  /** What the dashboard's server gets. */
  readonly guarded: string
  /** What the platform gets. */
  readonly shown: string
  readonly takesTests: boolean
  /** There is something to send, and it is not too large. */
  readonly fits: boolean
  readonly bytes: number
}

function usePatch(change: DepartmentChange, settings: EditSettings | undefined): ReadyPatch {
  const takesTests = settings?.takesTests ?? true
  return useMemo(() => {
    const operations = patchOf(change)
    const guarded = printPatch(operations)
    const bytes = new TextEncoder().encode(guarded).length
    return {
      operations,
      guarded,
      shown: takesTests ? guarded : printUnguarded(operations),
      takesTests,
      fits: operations.length > 0 && bytes <= patchBytesLimit,
      bytes,
    }
  }, [change, takesTests])
}

interface ChangeSectionProps {
  readonly change: DepartmentChange
  readonly patch: ReadyPatch
  readonly list: ListOperation
}

function ChangeSection({ change, patch, list }: ChangeSectionProps) {
  const t = useTranslations("departments.patch")
  const changes = useMemo(() => readChanges(patch.operations), [patch])
  return (
    <section aria-label={t("words")}>
      <h3 className="mb-2 font-medium">{t("words")}</h3>
      <ChangeList changes={changes} list={list} record={change.before} />
    </section>
  )
}

interface RawSectionProps {
  readonly operation: PatchOperation
  readonly id: string
  readonly patch: ReadyPatch
}

const kibOf = (bytes: number) => Math.ceil(bytes / 1024)

function RawSection({ operation, id, patch }: RawSectionProps) {
  const t = useTranslations("departments.patch")
  return (
    <>
      {patch.takesTests ? null : <p className="text-ink-muted text-xs">{t("unguarded")}</p>}
      {patch.bytes > patchBytesLimit ? (
        <SendingNotice
          tone="critical"
          title={t("tooLarge", { size: kibOf(patch.bytes), limit: kibOf(patchBytesLimit) })}
        />
      ) : null}
      <TechnicalDetails>
        <RawPatch
          title={t(patch.takesTests ? "raw" : "rawUnguarded")}
          operation={operation}
          id={id}
          text={patch.shown}
        />
      </TechnicalDetails>
    </>
  )
}

interface SettingsStateProps {
  /** Null while they are on their way. */
  readonly error: Error | null
  readonly onRetry: () => void
}

function SettingsState({ error, onRetry }: SettingsStateProps) {
  const t = useTranslations("departments.patch")
  if (!error) return <Skeleton className="h-28 w-full" />
  const problem = toProblem(error)
  if (problem.status === 401) return <RefusedNotice problem={problem} onSignedIn={onRetry} />
  return (
    <SendingNotice tone="critical" title={t("noSettings")}>
      <Button size="sm" onClick={onRetry}>
        {t("sendAgain")}
      </Button>
    </SendingNotice>
  )
}

function SendingProgress({ state }: { state: SendingState }) {
  const t = useTranslations("departments.patch")
  if (state.step === "refused") return <RefusedNotice problem={state.problem} />
  if (state.step === "unknown") return <UnknownNotice state={state} />
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
