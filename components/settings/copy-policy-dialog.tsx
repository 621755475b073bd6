import { type FormEvent, useId, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { apiKey, type CopiedOperation, type CopyPolicy, changeCopies } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import { Select } from "../ui/select"
import { useFieldLabel } from "../ui/use-field-label"
import { NotedField } from "./noted-field"
import { useChange } from "./use-change"

interface CopyPolicyDialogProps {
  /** Undefined while closed. */
  readonly copied: CopiedOperation | undefined
  /** The operation's title. */
  readonly title: string
  readonly onClose: () => void
}

/** How the lists of an operation are copied; confirms before rows are removed. */
export function CopyPolicyDialog({ copied, title, onClose }: CopyPolicyDialogProps) {
  return (
    <ControlledDialog isOpen={copied !== undefined} onClose={onClose}>
      {copied ? <DialogSteps copied={copied} title={title} onClose={onClose} /> : null}
    </ControlledDialog>
  )
}

const schedules = ["automatic", "own", "never"] as const
const retentions = ["all", "some"] as const

interface PolicyForm {
  readonly schedule: (typeof schedules)[number]
  readonly minutes: string
  readonly retention: (typeof retentions)[number]
  readonly days: string
}

const formOf = ({ isCopied, everyMinutes, retentionDays }: CopyPolicy): PolicyForm => ({
  schedule: isCopied ? (everyMinutes === null ? "automatic" : "own") : "never",
  minutes: `${everyMinutes ?? 60}`,
  retention: retentionDays === null ? "all" : "some",
  days: `${retentionDays ?? 365}`,
})

/** Parses an integer within bounds. */
function readWhole(text: string, [min, max]: readonly [min: number, max: number]) {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

const minuteBounds = [5, 10_080] as const
const dayBounds = [1, 36_500] as const

/** The policy in a form; undefined if a number is invalid. */
function policyOf({ schedule, minutes, retention, days }: PolicyForm): CopyPolicy | undefined {
  const everyMinutes = schedule === "own" ? readWhole(minutes, minuteBounds) : null
  const retentionDays = retention === "some" ? readWhole(days, dayBounds) : null
  if (everyMinutes === undefined || retentionDays === undefined) return undefined
  return { isCopied: schedule !== "never", everyMinutes, retentionDays }
}

/** The copied rows that a change removes, if any. */
function removalOf(copied: CopiedOperation, next: CopyPolicy): "all" | "older" | undefined {
  const { policy, lists } = copied
  if (!next.isCopied) return policy.isCopied && lists > 0 ? "all" : undefined
  const isShorter =
    next.retentionDays !== null && next.retentionDays < (policy.retentionDays ?? Infinity)
  return isShorter && lists > 0 ? "older" : undefined
}

interface StepsProps extends CopyPolicyDialogProps {
  readonly copied: CopiedOperation
}

function DialogSteps({ copied, title, onClose }: StepsProps) {
  const [form, setForm] = useState(() => formOf(copied.policy))
  const [confirmed, setConfirmed] = useState<CopyPolicy>()
  const change = useChange(changeCopies, apiKey("/api/copies"))
  const save = async (policy: CopyPolicy) => {
    if (await change.run({ operation: copied.operation, policy })) onClose()
  }
  if (confirmed)
    return (
      <RemovalStep
        copied={copied}
        title={title}
        policy={confirmed}
        busy={change.busy}
        error={change.problem}
        onRemove={() => save(confirmed)}
      />
    )
  return (
    <FormStep
      copied={copied}
      title={title}
      form={form}
      busy={change.busy}
      error={change.problem}
      onForm={setForm}
      onPolicy={(policy) => (removalOf(copied, policy) ? setConfirmed(policy) : void save(policy))}
    />
  )
}

interface RemovalStepProps {
  readonly copied: CopiedOperation
  readonly title: string
  readonly policy: CopyPolicy
  readonly busy: boolean
  readonly error: unknown
  readonly onRemove: () => void
}

const dayMs = 86_400_000

function RemovalStep({ copied, title: name, policy, ...rest }: RemovalStepProps) {
  const t = useTranslations("settings.copies.removal")
  const format = useFormatter()
  const { lists, rows } = copied
  const day = () =>
    format.dateTime(new Date(Date.now() - (policy.retentionDays ?? 0) * dayMs), {
      day: "numeric",
      month: "short",
      year: "numeric",
    })
  return (
    <ConfirmRemoval title={t("title")} action={t("action")} {...rest}>
      {removalOf(copied, policy) === "all"
        ? t("all", { name, lists, rows })
        : t("older", { name, day: day() })}
    </ConfirmRemoval>
  )
}

interface FormStepProps {
  readonly copied: CopiedOperation
  readonly title: string
  readonly form: PolicyForm
  readonly busy: boolean
  readonly error: unknown
  readonly onForm: (form: PolicyForm) => void
  readonly onPolicy: (policy: CopyPolicy) => void
}

function FormStep({ copied, title, form, busy, error, onForm, onPolicy }: FormStepProps) {
  const t = useTranslations("settings.copies.dialog")
  const common = useTranslations("common")
  const formId = useId()
  const policy = policyOf(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (policy) onPolicy(policy)
  }
  return (
    <DialogContent
      title={t("title", { name: title })}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={formId} variant="primary" disabled={busy || !policy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <ScheduleFields form={form} onForm={onForm} />
        {form.schedule === "never" ? null : (
          <RetentionFields timeField={copied.timeField} form={form} onForm={onForm} />
        )}
        <ChangeProblem error={error} />
      </form>
    </DialogContent>
  )
}

type FieldsProps = Pick<FormStepProps, "form" | "onForm">

function ScheduleFields({ form, onForm }: FieldsProps) {
  const t = useTranslations("settings.copies.dialog")
  const { schedule, minutes } = form
  return (
    <>
      <Choice
        label={t("schedule")}
        note={t(schedule === "never" ? "neverNote" : "scheduleNote")}
        options={schedules.map((value) => ({ value, label: t(value) }))}
        value={schedule}
        onChoose={(next) => onForm({ ...form, schedule: next })}
      />
      {schedule === "own" ? (
        <NotedField
          label={t("minutes")}
          note={t("minutesNote")}
          fault={readWhole(minutes, minuteBounds) === undefined ? t("minutesFault") : undefined}
          inputMode="numeric"
          value={minutes}
          onValueChange={(text) => onForm({ ...form, minutes: text.trim() })}
        />
      ) : null}
    </>
  )
}

function RetentionFields({
  timeField,
  form,
  onForm,
}: FieldsProps & { readonly timeField: string | null }) {
  const t = useTranslations("settings.copies.dialog")
  const labelOf = useFieldLabel()
  const { retention, days } = form
  if (timeField === null) return <p className="text-ink-muted text-xs">{t("noTime")}</p>
  return (
    <>
      <Choice
        label={t("retention")}
        options={retentions.map((value) => ({ value, label: t(value) }))}
        value={retention}
        onChoose={(next) => onForm({ ...form, retention: next })}
      />
      {retention === "some" ? (
        <NotedField
          label={t("days")}
          note={t("daysNote", { field: labelOf(timeField) })}
          fault={readWhole(days, dayBounds) === undefined ? t("daysFault") : undefined}
          inputMode="numeric"
          value={days}
          onValueChange={(text) => onForm({ ...form, days: text.trim() })}
        />
      ) : null}
    </>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly note?: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

function Choice<Value extends string>({
  label,
  note,
  options,
  value,
  onChoose,
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      <Select id={id} label={label} options={options} value={value} onValueChange={onChoose} />
      {note ? <p className="mt-1 text-ink-muted text-xs">{note}</p> : null}
    </div>
  )
}
