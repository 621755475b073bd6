import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { Dialog, DialogClose, DialogContent } from "../ui/dialog"
import { Input } from "../ui/input"
import { Select } from "../ui/select"
import { useProblemText } from "./problem-text"
import type { ReportSetup } from "./report-setup"
import { useRoleName } from "./use-role-name"
import type { SavedViews } from "./use-saved-views"
import type { ViewDialog } from "./view-dialog"

export interface SavedViewDialogProps {
  /** Undefined while it is closed. */
  readonly dialog: ViewDialog | undefined
  readonly setup: ReportSetup
  readonly views: SavedViews
  readonly onClose: () => void
}

/** Asks under which name a view is kept and whom it is shared with. */
export function SavedViewDialog({ dialog, ...props }: SavedViewDialogProps) {
  return (
    <Dialog
      open={dialog !== undefined}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      {dialog ? <NamingForm dialog={dialog} {...props} /> : null}
    </Dialog>
  )
}

type FormProps = SavedViewDialogProps & { readonly dialog: ViewDialog }

const nobody = "nobody"

function useNaming({ dialog, views, onClose }: FormProps) {
  const edited = dialog.kind === "create" ? undefined : dialog.of
  const [name, setName] = useState(edited?.name ?? "")
  const [role, setRole] = useState(edited?.role ?? nobody)
  const [tried, setTried] = useState(false)
  const isBlank = name.trim() === ""
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isBlank) return
    const naming = { name: name.trim(), role: role === nobody ? null : role }
    if (await (edited ? views.rename(edited, naming) : views.saveAs(naming))) onClose()
  }
  return { edited, name, setName, role, setRole, submit, isFaulty: tried && isBlank }
}

function NamingForm(props: FormProps) {
  const { setup, views } = props
  const t = useTranslations("views.dialog")
  const common = useTranslations("common")
  const roleName = useRoleName()
  const id = useId()
  const textOf = useProblemText(setup.operation)
  const { edited, name, setName, role, setRole, submit, isFaulty } = useNaming(props)
  const roles = setup.sharing.roles.map((each) => ({
    value: each,
    label: t("everybody", { role: roleName(each) }),
  }))
  const problem = views.problem && textOf(views.problem)
  return (
    <DialogContent
      title={edited ? t("editTitle") : t("createTitle")}
      description={edited ? undefined : t("createNote")}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={id} variant="primary" disabled={views.busy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-4">
        <div>
          <label htmlFor={`${id}-name`} className="mb-1 block font-medium">
            {t("name")}
          </label>
          <Input
            id={`${id}-name`}
            autoComplete="off"
            maxLength={100}
            value={name}
            onValueChange={setName}
            aria-invalid={isFaulty}
            aria-describedby={isFaulty ? `${id}-fault` : undefined}
          />
          {isFaulty ? (
            <p id={`${id}-fault`} role="alert" className="mt-1 text-critical-ink text-xs">
              {t("noName")}
            </p>
          ) : null}
        </div>
        <div>
          <span className="mb-1 block font-medium">{t("sharing")}</span>
          <Select
            label={t("sharing")}
            className="w-full"
            options={[{ value: nobody, label: t("nobody") }, ...roles]}
            value={role}
            onValueChange={setRole}
          />
          <p className="mt-1 text-ink-muted text-xs">{t("sharingNote")}</p>
        </div>
        {problem ? (
          <p role="alert" className="text-critical-ink text-xs">
            {problem.title}. {problem.detail}
          </p>
        ) : null}
      </form>
    </DialogContent>
  )
}
