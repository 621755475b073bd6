import { ChevronRight } from "lucide-react"
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { checkDepartment, type Fields, ownValue } from "@/lib/catalogue"
import { Card, CardBody, CardHead } from "../../ui/card"
import { cn } from "../../ui/class-names"
import { type FieldGroup, foldedGroups, groupFields } from "../fields/field-groups"
import { useFieldFault } from "../fields/use-field-fault"
import { FieldRow } from "./field-row"
import { schemas } from "./use-department-form"
import { useEditorScreen } from "./use-editor"

/** Ignores a dialog that fades out: a list still exists briefly after a choice. */
const openDialog = "[role=dialog]:not([data-closed])"

/** Ctrl or ⌘ S opens the review, wherever the focus is. */
function useReviewKey(review: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s"
    if (!isSave || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!document.querySelector(openDialog)) review()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}

/** Problems of values that the department already has, by field. */
function useDoubts() {
  const { setup, department } = useEditorScreen()
  const { fields } = setup
  const { base, names } = department
  const formatFault = useFieldFault()
  const t = useTranslations("departments.editor")
  return useMemo(() => {
    const values = Object.fromEntries(names.map((name) => [name, base[name] ?? null]))
    const { problems } = checkDepartment(schemas, values)
    return new Map(
      problems.map((problem) => {
        const name = String(problem.place[0])
        const field = ownValue(fields, name)
        const fault = field ? formatFault(field, ownValue(values, name), problem) : problem.message
        return [name, t("doubt", { fault })]
      }),
    )
  }, [base, names, fields, formatFault, t])
}

export function DepartmentForm() {
  const { setup, draft, review } = useEditorScreen()
  // Editing is blocked until the person decides on the draft.
  const isWaiting = draft.offer !== undefined
  const groups = useMemo(() => groupFields(setup.fields), [setup.fields])
  const doubts = useDoubts()
  useReviewKey(review.open)
  return (
    <form
      noValidate
      inert={isWaiting}
      className={cn("space-y-4", isWaiting && "opacity-60")}
      onSubmit={(event) => {
        event.preventDefault()
        review.open()
      }}
    >
      {[...groups].map(([group, fields]) => (
        <Group key={group} group={group} fields={fields}>
          {(name, field) => (
            <FieldRow key={name} name={name} field={field} doubt={doubts.get(name)} />
          )}
        </Group>
      ))}
      <button type="submit" hidden />
    </form>
  )
}

interface GroupProps {
  readonly group: FieldGroup
  readonly fields: Fields
  readonly children: (name: string, field: Fields[string]) => ReactNode
}

/** These take a full line. */
const wideFields: readonly string[] = [
  "name",
  "phoneNumber",
  "selectedCultures",
  "locales",
  "parentId",
]

function Group({ group, fields, children }: GroupProps) {
  const t = useTranslations("departments.editor.groups")
  const { changed, form } = useEditorScreen().department
  const [isOpen, setIsOpen] = useState(!foldedGroups.has(group))
  const { errors } = form.formState
  const isNeeded = Object.keys(fields).some(
    (name) => changed.includes(name) || Object.hasOwn(errors, name),
  )
  const body = (
    <CardBody className="grid grid-cols-1 gap-x-8 gap-y-4 px-5 sm:grid-cols-2">
      {Object.entries(fields).map(([name, field]) => (
        <div key={name} className={wideFields.includes(name) ? "sm:col-span-2" : undefined}>
          {children(name, field)}
        </div>
      ))}
    </CardBody>
  )
  return (
    <Card aria-label={t(group)} className="overflow-visible">
      {foldedGroups.has(group) ? (
        <details
          className="group"
          open={isOpen || isNeeded}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-4 font-medium text-sm group-open:border-b [&::-webkit-details-marker]:hidden">
            <ChevronRight
              className="size-4 text-ink-faint group-open:rotate-90"
              aria-hidden="true"
            />
            <h2>{t(group)}</h2>
          </summary>
          {body}
        </details>
      ) : (
        <>
          <CardHead title={t(group)} />
          {body}
        </>
      )}
    </Card>
  )
}
